/** The form of a request in the browser: the sections of the service, then who asks. */
import { useState } from 'react';
import { ModuloForm } from '../modulo/ModuloForm.tsx';
import type { Modulo, ModuloProps } from '../modulo/modulo.ts';
import type { Section } from '../modulo/section.tsx';
import type { Comportamento } from '../modulo/useModulo.ts';
import { RICHIEDENTE } from '../richiedente/RichiedenteFields.tsx';

type Props = Pick<Comportamento, 'invio' | 'controlla'> & {
  pagina: ModuloProps;
  modulo(): Modulo;
  cornice?: Comportamento['cornice'];
  sections: readonly Section[];
};

export function ModuloRichiesta({ pagina, sections, modulo, cornice = [], ...form }: Props) {
  const [come] = useState<Comportamento>(() => ({ ...form, cornice, modulo: modulo() }));
  return <ModuloForm come={come} pagina={pagina} sections={[...sections, ...RICHIEDENTE]} />;
}
