/** Only somebody of age acts for another person, whoever lets them. */
import type { LoggedInUser } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { StoreDb } from '../../../store/tables.ts';
import { isMinor } from './birthday.ts';
import { findBirthday } from './birthdays.db.ts';

const TOO_YOUNG = 'Per agire per un’altra persona bisogna avere almeno 18 anni.';
const AGE_UNKNOWN =
  'Per agire per un’altra persona bisogna avere almeno 18 anni. Dal codice fiscale il secolo di nascita non si capisce e il tuo accesso non ci comunica la data: prova ad accedere con un’altra identità digitale, oppure chiedi all’ufficio tributi.';

/** @param user whose login told a tax code @throws PortalError `forbidden`, also when nothing tells how old they are */
export async function requireOfAge(
  db: StoreDb,
  user: Pick<LoggedInUser, 'id' | 'codice_fiscale'>,
  today: string,
): Promise<void> {
  const minor = isMinor(user.codice_fiscale, await findBirthday(db, user.id), today);
  if (minor !== false) throw new PortalError('forbidden', { message: minor ? TOO_YOUNG : AGE_UNKNOWN });
}
