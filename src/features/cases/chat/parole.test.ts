import { describe, expect, test } from 'vitest';
import type { Dettaglio, EventoMostrato } from './chat.contract.ts';
import {
  autore,
  cambioInParole,
  conNovita,
  etichettaTermine,
  isFatto,
  nuoviEventi,
  prossimiPassi,
  situazione,
  statoInParole,
} from './parole.ts';

const OGGI = '2026-11-21';

const pratica: Dettaglio = {
  id: 'P-9t7DQInQZbNqJoZnUXQQt1',
  protocollo: '2026/000123',
  tipo: 'segnalazione',
  codice: 'SF310',
  oggetto: 'Buca',
  descrizione: 'Profonda',
  ente: 'borgosereno',
  stato: 'inviata',
  inviata_il: '2026-11-20T10:00:00.000Z',
  termine_il: '2026-12-20',
  dati: { nome: 'Maria', cognome: 'Rossi' },
  allegati: [],
  eventi: [],
  letto_fino: 0,
  vista: 'cittadino',
  azioni: [],
  puo_scrivere: true,
};
const evento: EventoMostrato = {
  id: 'e1',
  n: 1,
  quando: '2026-11-20T10:00:00.000Z',
  da: 'operatore',
  chi: 'casella dell’ente',
  tipo: 'messaggio',
  allegati: [],
  letto: false,
};

describe('whose turn it is', () => {
  test('a citizen who was asked for something is told that the answer is awaited', () => {
    const s = situazione({ ...pratica, stato: 'da_integrare' }, OGGI);

    expect(s).toMatchObject({ kind: 'warning', titolo: 'Aspettiamo la tua risposta' });
    expect(statoInParole({ stato: 'da_integrare', vista: 'operatore' })).toBe('In attesa del cittadino');
  });

  test('a citizen whose case is at work need not do anything', () => {
    expect(situazione({ ...pratica, stato: 'in_elaborazione' }, OGGI).titolo).toBe('L’ufficio sta lavorando');
  });

  test('a closed report says until which day it can be opened again', () => {
    const chiusa = { ...pratica, stato: 'conclusa', chiusa_il: '2026-11-20T10:00:00.000Z' };

    expect(situazione({ ...chiusa, azioni: ['non_risolto'] }, OGGI).testo).toContain('11 dicembre 2026');
    expect(situazione(chiusa, OGGI).testo).toContain('non si può più riaprire');
  });

  test('the words of a closed case say that it takes no more messages', () => {
    for (const stato of ['conclusa', 'accettata', 'rifiutata', 'ritirata']) {
      expect(situazione({ ...pratica, stato }, OGGI).titolo).toContain('non riceve più messaggi');
    }
  });
});

describe('next steps', () => {
  test('a new report shows what is still to come as such', () => {
    const passi = prossimiPassi(pratica, OGGI).map((p) => [p.titolo, p.futuro ?? false]);

    expect(passi).toEqual([
      ['Segnalazione ricevuta', false],
      ['Presa in carico', true],
      ['Termine entro cui sarà conclusa', true],
    ]);
  });

  test('while the citizen is awaited their answer is the next step', () => {
    const passi = prossimiPassi({ ...pratica, stato: 'da_integrare' }, OGGI);

    expect(passi.map((p) => p.titolo)).toEqual([
      'Segnalazione ricevuta',
      'La tua risposta',
      'Termine entro cui sarà conclusa',
    ]);
  });

  test('a closed case has no steps to come', () => {
    const chiusa = { ...pratica, stato: 'conclusa', chiusa_il: '2026-11-22T10:00:00.000Z' };

    expect(prossimiPassi(chiusa, OGGI).some((p) => p.futuro)).toBe(false);
    expect(prossimiPassi(chiusa, OGGI).at(-1)).toMatchObject({ titolo: 'Conclusa', quando: '22 novembre 2026' });
  });
});

describe('a date that has passed', () => {
  const scaduta = { ...pratica, inviata_il: '2026-10-02T10:00:00.000Z', termine_il: '2026-11-01' };
  const viste = ['cittadino', 'operatore'] as const;
  const ATTIVI = ['inviata', 'in_elaborazione'];

  test.each(ATTIVI)('of a case that is %s is promised no more, to neither side', (stato) => {
    for (const vista of viste) {
      const { kind, testo } = situazione({ ...scaduta, stato, vista }, '2026-11-02');
      expect(kind).toBe('warning');
      expect(testo).toContain('era il 1º novembre 2026 ed è passato');
      expect(testo).not.toContain('entro il');
    }
  });

  test('has not passed on its own day', () => {
    for (const stato of ATTIVI) {
      expect(situazione({ ...scaduta, stato }, '2026-11-01').testo).toContain(
        'Ti risponderà entro il 1º novembre 2026',
      );
    }
    expect(etichettaTermine(scaduta, '2026-11-01')).toBe('Da concludere entro il');
    expect(etichettaTermine(scaduta, '2026-11-02')).toBe('Era da concludere entro il');
  });

  test('stands among the steps as past, with the conclusion still to come', () => {
    const passi = prossimiPassi(scaduta, OGGI).map((p) => [p.quando, p.titolo, p.futuro ?? false]);

    expect(passi.slice(1)).toEqual([
      ['1º novembre 2026', 'Termine passato', false],
      ['Prossimo passo', 'Presa in carico', true],
      ['Da fare', 'Conclusione', true],
    ]);
  });

  test('stands before a step that came later', () => {
    const presa = { ...scaduta, stato: 'in_elaborazione', presa_in_carico_il: '2026-11-20T11:00:00.000Z' };
    const passi = prossimiPassi(presa, OGGI);

    expect(passi.map((p) => p.titolo)).toEqual([
      'Segnalazione ricevuta',
      'Termine passato',
      'Presa in carico',
      'Conclusione',
    ]);
  });

  test('says nothing while the citizen is awaited: those days do not count', () => {
    const attesa = { ...scaduta, stato: 'da_integrare' };

    for (const vista of viste) expect(situazione({ ...attesa, vista }, OGGI).testo).not.toContain('passato');
    expect(etichettaTermine(attesa, OGGI)).toBe('Termine prima dell’attesa');
    expect(prossimiPassi(attesa, OGGI).at(-1)).toMatchObject({ titolo: 'Termine prima dell’attesa' });
  });
});

test('the words agree with what was sent, a report or a request', () => {
  for (const tipo of ['segnalazione', 'richiesta'] as const) {
    const { titolo, testo } = situazione({ ...pratica, tipo }, OGGI);
    expect(titolo).toBe(`L’ufficio ha ricevuto la tua ${tipo}`);
    expect(testo).toContain('prenderla in carico');
  }
});

describe('who wrote what', () => {
  test('each side reads its own name for the other', () => {
    const citizen = { ...evento, da: 'cittadino' as const, chi: undefined };
    const operatore = { ...pratica, vista: 'operatore' as const };

    expect(autore(citizen, pratica, 'Comune di Prova')).toBe('Tu');
    expect(autore(citizen, operatore, 'Comune di Prova')).toBe('Maria Rossi, cittadino');
    expect(autore(evento, pratica, 'Comune di Prova')).toBe('Comune di Prova, casella dell’ente');
    expect(autore({ da: 'sistema' }, pratica, 'Comune di Prova')).toBe('Portale');
  });

  test('the same state is told by who brought it about', () => {
    expect(cambioInParole({ da: 'operatore', stato: 'in_elaborazione' }, 'richiesta')).toBe(
      'Richiesta presa in carico',
    );
    expect(cambioInParole({ da: 'cittadino', stato: 'in_elaborazione' }, 'segnalazione')).toBe(
      'Segnalazione di nuovo in lavorazione',
    );
  });

  test('one’s own new message is no news', () => {
    const mio = { ...evento, id: 'e2', da: 'cittadino' as const };

    expect(nuoviEventi([], [evento, mio], 'cittadino')).toEqual([evento]);
    expect(nuoviEventi([evento], [evento, mio], 'operatore')).toEqual([mio]);
  });
});

test('a word in the address that is none of ours says nothing', () => {
  expect(isFatto('inviato')).toBe(true);
  expect([null, '', 'toString', '<b>'].some(isFatto)).toBe(false);
});

describe('what is shown, with what came since', () => {
  const mio = (n: number, over: Partial<EventoMostrato> = {}): EventoMostrato => ({
    ...evento,
    ...{ id: `e${n}`, n, da: 'cittadino', testo: `n. ${n}` },
    ...over,
  });

  test('new events come to the end once, earlier ones stay as they are', () => {
    const mostrati = [mio(1), mio(2)];
    const letto = { eventi: [mio(2), mio(3)], letto_fino: 0, vista: 'cittadino' as const };
    expect(conNovita(mostrati, letto)).toEqual([mio(1), mio(2), mio(3)]);
  });

  test('what was hidden is replaced in its place, and is not added where it is not shown', () => {
    const nascosto = (n: number) => mio(n, { tipo: 'nascosto', testo: 'Messaggio nascosto' });
    const letto = { eventi: [], cambiati: [nascosto(1), nascosto(2)], letto_fino: 0, vista: 'cittadino' as const };
    expect(conNovita([mio(2), mio(3)], letto)).toEqual([nascosto(2), mio(3)]);
  });

  test('one’s own messages are read as far as the other side says; the other side’s are not marked', () => {
    const suo = { ...mio(2), da: 'operatore' as const };
    const mostrati = [mio(1), suo, mio(3)];
    const letto = { eventi: [], letto_fino: 2, vista: 'cittadino' as const };
    expect(conNovita(mostrati, letto).map((e) => e.letto)).toEqual([true, false, false]);
  });
});
