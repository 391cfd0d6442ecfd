import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FILE_CATEGORIE } from '../allegati/file-limits.ts';
import type { PraticaDetail } from './chat.contract.ts';
import { SentSummary } from './SentSummary.tsx';

test('the office sees each file under the purpose it was sent for', () => {
  const file = (categoria?: string) => ({
    Id: `id-${categoria}`,
    nome: `${categoria}.pdf`,
    tipo: 'pdf',
    dimensione: 2048,
    miniatura: false,
    ...(categoria && { categoria }),
  });
  const detail = {
    id: 'p1',
    codice: 'SF100',
    vista: 'operatore',
    oggetto: 'Nuovi mezzi',
    descrizione: '',
    eventi: [],
    inviata_il: '2026-11-20T09:00:00.000Z',
    dati: {},
    allegati: [file(), ...Object.keys(FILE_CATEGORIE).map(file)],
  } as unknown as PraticaDetail;
  const reader = { email: 'a@b.it', vista: 'operatore' } as never;
  const html = renderToStaticMarkup(createElement(SentSummary, { detail, downloads: [], servizio: 'Mezzi', reader }));
  const groups = [...html.matchAll(/<h3[^>]*>(.*?)<\/h3><ul class="file">.*?<bdi>(.*?)<\/bdi>/g)].map((g) =>
    g.slice(1),
  );
  expect(groups).toEqual([
    ['Allegati', 'undefined.pdf'],
    ['Foto e bozzetti', 'foto_bozzetti.pdf'],
    ['Autorizzazioni', 'autorizzazione.pdf'],
    ['Altri documenti, per riduzioni o esenzioni', 'altri_documenti.pdf'],
    ['Documento che prova il ruolo', 'titolo_rappresentanza.pdf'],
    ['Documento di identità', 'documento_identita.pdf'],
  ]);
});
