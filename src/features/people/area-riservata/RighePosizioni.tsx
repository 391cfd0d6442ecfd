/** The table of a citizen's positions: what is due on each, with links to its documents, its devices and its removal. */
import type { MouseEvent } from 'react';
import { euro } from '../../../platform/atoms/euro.ts';
import { nomeSistema } from '../../cases/ente/sistemi.ts';
import type { Posizione } from '../../cases/posizione/posizione.controlli.ts';
import { laPosizione, ruoloInParole } from './posizioni.ts';
import { indirizzoPosizione, indirizzoScheda } from './schede.ts';

type Props = { posizioni: Posizione[]; servizio?: string | undefined; onRemove(posizione: Posizione): void };

/** A row per position; on a phone each row is a card. */
export function RighePosizioni({ posizioni, servizio, onRemove }: Props) {
  const chiedi = (posizione: Posizione) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onRemove(posizione);
  };
  return (
    <table className="table tabella">
      <caption className="visually-hidden">Le tue posizioni</caption>
      <thead>
        <tr>
          {['Ente', 'Codice utente', 'Intestatario', 'Da pagare', 'Che cosa puoi fare'].map((nome) => (
            <th key={nome} scope="col">
              {nome}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {posizioni.map((p) => (
          <tr key={p.Id}>
            <th scope="row">
              {p.nome_ente}
              <span className="piccolo">{nomeSistema(p.sistema)}</span>
            </th>
            <td data-nome="Codice utente">
              <bdi>{p.codice_utente}</bdi>
            </td>
            <td data-nome="Intestatario">
              <span>
                <bdi>{p.intestatario}</bdi>
                <span className="piccolo">{ruoloInParole(p.ruolo)}</span>
              </span>
            </td>
            <td data-nome="Da pagare" className="cifra">
              {euro(p.da_pagare_cent)}
            </td>
            <td className="fai">
              <a className="btn btn-outline-primary" href={indirizzoPosizione(p, { servizio })}>
                Documenti<span className="visually-hidden"> di {laPosizione(p)}</span>
              </a>
              {nomeSistema(p.sistema) === 'Affissioni' && (
                <a className="btn" href={`/servizio/mezzo-permanente?tipo=variazione&posizione=${p.Id}`}>
                  Mezzi pubblicitari<span className="visually-hidden"> di {laPosizione(p)}</span>
                </a>
              )}
              <a className="btn" href={indirizzoScheda('posizioni', { togli: p.Id, servizio })} onClick={chiedi(p)}>
                Togli<span className="visually-hidden"> {laPosizione(p)}</span>
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
