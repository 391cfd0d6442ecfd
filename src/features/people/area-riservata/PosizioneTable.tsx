/** The table of a citizen's positions: what is due on each, with links to its documents, its devices and its removal. */
import type { MouseEvent } from 'react';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { formatSistema, isOfAffissioni } from '../../cases/ente/sistemi.ts';
import type { Posizione } from '../../cases/posizione/posizione.checks.ts';
import { posizioneInWords, ruoloInWords } from './posizioni.ts';
import { posizionePath, schedaPath } from './schede.ts';

type Props = { posizioni: Posizione[]; servizio?: string | undefined; onRemove(posizione: Posizione): void };

/** A row per position; on a phone each row is a card. */
export function PosizioneTable({ posizioni, servizio, onRemove }: Props) {
  const askRemoval = (posizione: Posizione) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onRemove(posizione);
  };
  return (
    <table className="table tabella">
      <caption className="visually-hidden">Le tue posizioni</caption>
      <thead>
        <tr>
          {['Ente', 'Codice utente', 'Intestatario', 'Da pagare', 'Che cosa puoi fare'].map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {posizioni.map((p) => (
          <tr key={p.Id}>
            <th scope="row">
              {p.nome_ente}
              <span className="piccolo">{formatSistema(p)}</span>
            </th>
            <td data-nome="Codice utente">
              <bdi>{p.codice_utente}</bdi>
            </td>
            <td data-nome="Intestatario">
              <span>
                <bdi>{p.intestatario}</bdi>
                <span className="piccolo">{ruoloInWords(p.ruolo)}</span>
              </span>
            </td>
            <td data-nome="Da pagare" className="cifra">
              {formatEuro(p.da_pagare_cent)}
            </td>
            <td className="fai">
              <a className="btn btn-outline-primary" href={posizionePath(p, { servizio })}>
                Documenti<span className="visually-hidden"> di {posizioneInWords(p)}</span>
              </a>
              {isOfAffissioni(p) && (
                <a className="btn" href={`/servizio/mezzo-permanente?tipo=variazione&posizione=${p.Id}`}>
                  Mezzi pubblicitari<span className="visually-hidden"> di {posizioneInWords(p)}</span>
                </a>
              )}
              <a className="btn" href={schedaPath('posizioni', { togli: p.Id, servizio })} onClick={askRemoval(p)}>
                Togli<span className="visually-hidden"> {posizioneInWords(p)}</span>
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
