import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CATEGORIE_FILE } from '../allegati/limiti.ts';
import type { Dettaglio } from './chat.contract.ts';
import { Inviato } from './Inviato.tsx';

test('the office finds each file under what it was sent for', () => {
  const file = (categoria?: string) => ({
    ...{ Id: `id-${categoria}`, nome: `${categoria}.pdf`, tipo: 'pdf', dimensione: 2048, miniatura: false },
    ...(categoria && { categoria }),
  });
  const dettaglio = {
    ...{ id: 'p1', codice: 'SF100', vista: 'operatore', oggetto: 'Nuovi mezzi', descrizione: '', eventi: [], dati: {} },
    allegati: [file(), ...Object.keys(CATEGORIE_FILE).map(file)],
  } as unknown as Dettaglio;
  const lettore = { email: 'a@b.it', vista: 'operatore' } as never;
  const html = renderToStaticMarkup(createElement(Inviato, { dettaglio, servizio: 'Mezzi', lettore }));
  const gruppi = [...html.matchAll(/<h3[^>]*>(.*?)<\/h3><ul class="file">.*?<bdi>(.*?)<\/bdi>/g)].map((g) =>
    g.slice(1),
  );
  expect(gruppi).toEqual([
    ['Allegati', 'undefined.pdf'],
    ['Foto e bozzetti', 'foto_bozzetti.pdf'],
    ['Autorizzazioni', 'autorizzazione.pdf'],
    ['Altri documenti, per riduzioni o esenzioni', 'altri_documenti.pdf'],
    ['Documento che prova il ruolo', 'titolo_rappresentanza.pdf'],
    ['Documento di identità', 'documento_identita.pdf'],
  ]);
});
