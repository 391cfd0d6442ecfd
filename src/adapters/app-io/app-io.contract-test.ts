/** What App IO keeps to, whatever it is behind: the same promises for the API and for whatever stands in for it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AppIoPort, IoError, type IoMessage, ioContentOf } from '../../platform/app-io.ts';

/** How IO, or the person with the phone, behaves. */
export type IoConduct =
  | 'takes messages'
  | 'asks to wait'
  | 'cannot deliver'
  | 'is away'
  | 'loses the answer'
  | 'talks nonsense'
  | 'closes in between';

/** @property conduct until it is set again @property inbox subjects of what a person has on the phone */
export type IoRig = {
  port: AppIoPort;
  key: string;
  wrongKey: string;
  closedKey: string;
  conduct(how: IoConduct): Promise<void>;
  profile(fiscalCode: string, is: 'open' | 'closed' | 'absent'): Promise<void>;
  inbox(fiscalCode: string): Promise<string[]>;
  end(): Promise<void>;
};

export const IO_PERSON = 'RSSMRA80A01Z999Y';

export const ioMessageTo = (fiscal_code: string, subject = 'Richiesta 2026/000012: l’abbiamo ricevuta'): IoMessage => ({
  fiscal_code,
  content: ioContentOf(
    {
      subject,
      paragraphs: ['Abbiamo ricevuto la tua richiesta.'],
      link: { label: 'Apri la tua richiesta', url: 'https://portale.example/area-riservata' },
    },
    {
      due: Date.UTC(2026, 11, 1, 9),
      payment: { amount: 1250, notice_number: '301000000000000123', payee: { fiscal_code: '80000015554' } },
    },
  ),
});

export function appIoContract(name: string, open: () => Promise<IoRig>): void {
  describe(`App IO (${name})`, () => {
    let rig: IoRig;
    beforeEach(async () => {
      rig = await open();
    });
    afterEach(() => rig.end());

    const whyOf = async (work: Promise<unknown>) => {
      try {
        await work;
        return 'nothing';
      } catch (error) {
        return error instanceof IoError ? error.why : error;
      }
    };

    test('says who takes messages of a service', async () => {
      const asked = [];
      for (const is of ['open', 'closed', 'absent'] as const) {
        await rig.profile(IO_PERSON, is);
        asked.push(await rig.port.allows(rig.key, IO_PERSON));
      }
      expect(asked).toEqual([true, false, false]);
    });

    test('takes a message, gives its id, and says that it was delivered', async () => {
      const id = await rig.port.send(rig.key, ioMessageTo(IO_PERSON));
      expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(await rig.port.outcome(rig.key, { fiscal_code: IO_PERSON, id: id ?? '' })).toBe('delivered');
      expect(await rig.inbox(IO_PERSON)).toEqual(['Richiesta 2026/000012: l’abbiamo ricevuta']);
    });

    test('rejects what it has taken for a person who closed the service after the question', async () => {
      await rig.conduct('closes in between');
      expect(await rig.port.allows(rig.key, IO_PERSON)).toBe(true);
      const id = await rig.port.send(rig.key, ioMessageTo(IO_PERSON));
      expect(await rig.port.outcome(rig.key, { fiscal_code: IO_PERSON, id: id ?? '' })).toBe('rejected');
      expect(await rig.inbox(IO_PERSON)).toEqual([]);
    });

    test('waits for a message that it does not know yet', async () => {
      const unknown = { fiscal_code: IO_PERSON, id: '01BX9NSMKVXXS5PSP2FATZMYYY' };
      expect(await rig.port.outcome(rig.key, unknown)).toBe('waiting');
    });

    test.each([
      ['asks to wait', 'quota', 'quota', 0],
      ['cannot deliver', 'nothing', 'away', 0],
      ['is away', 'away', 'away', 0],
      ['talks nonsense', 'away', 'nothing', 0],
      ['loses the answer', 'nothing', 'unknown', 1],
    ] as const)('that %s is told from the others', async (conduct, asked, sent, arrived) => {
      await rig.conduct(conduct);
      expect(await whyOf(rig.port.allows(rig.key, IO_PERSON))).toBe(asked);
      expect(await whyOf(rig.port.send(rig.key, ioMessageTo(IO_PERSON)))).toBe(sent);
      expect(await rig.inbox(IO_PERSON)).toHaveLength(arrived);
    });

    test('opens for a key alone, and says so of the others', async () => {
      for (const key of [rig.wrongKey, rig.closedKey]) {
        expect(await whyOf(rig.port.allows(key, IO_PERSON))).toBe('key');
        expect(await whyOf(rig.port.send(key, ioMessageTo(IO_PERSON)))).toBe('key');
      }
      expect(await rig.inbox(IO_PERSON)).toEqual([]);
    });

    test.each([
      ['a subject that is too short', { subject: 'Breve' }],
      ['a subject that is too long', { subject: 'a'.repeat(121) }],
      ['a text that is too short', { markdown: 'Troppo poco.' }],
      ['no amount', { payment_data: { amount: 0, notice_number: '301000000000000123' } }],
      ['a notice number that is none', { payment_data: { amount: 100, notice_number: '999' } }],
    ])('refuses %s', async (_, over) => {
      const message = ioMessageTo(IO_PERSON);
      const wrong = { ...message, content: { ...message.content, ...over } };
      expect(await whyOf(rig.port.send(rig.key, wrong))).toBe('refused');
      expect(await rig.inbox(IO_PERSON)).toEqual([]);
    });
  });
}
