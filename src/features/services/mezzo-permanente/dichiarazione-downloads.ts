/** What can be downloaded of the case of a declaration: all its devices, each with the names of its files. Pure. */
import type { PraticaDownload } from '../../../context.ts';
import type { PraticaDetail } from '../../cases/chat/chat.contract.ts';

export function dichiarazioneDownloads(
  { dati, vista }: Pick<PraticaDetail, 'dati' | 'vista'>,
  email: string,
): PraticaDownload[] {
  if (typeof dati.dichiarazione !== 'string') return [];
  const address = (format: 'pdf' | 'csv') =>
    `/api/v1/portale/mezzi_pubblicitari/dichiarazioni/${dati.dichiarazione}/${format}?${new URLSearchParams({ email, vista })}`;
  return [
    { href: address('pdf'), label: 'Scarica la dichiarazione (PDF)' },
    { href: address('csv'), label: 'Scarica l’elenco dei mezzi (CSV)' },
  ];
}
