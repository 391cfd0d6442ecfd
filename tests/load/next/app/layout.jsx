import { Styles } from './client.jsx';
import { Head } from './portal.jsx';

export default function Layout({ children }) {
  return (
    <html lang="it">
      <head>
        <Head />
        <Styles />
      </head>
      <body>{children}</body>
    </html>
  );
}
