import { cookies } from 'next/headers';
import { Form } from './client.jsx';
import { Body, json } from './portal.jsx';

export default async function Page() {
  const visitor = (await cookies()).get('visitatore');
  return <Body>{visitor && <Form json={json} />}</Body>;
}
