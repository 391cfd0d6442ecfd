import { expect, test } from 'vitest';
import type { UfficioAppuntamenti } from './appuntamento.contract.ts';
import { knownReason, officeOf, reasonOf } from './choice.ts';

const motivo = (codice: string, minuti: number, servizi: string[] = []) => ({
  codice,
  nome: codice,
  minuti,
  cosa_serve: [],
  servizi,
});
const ufficio = (codice: string, motivi: UfficioAppuntamenti['motivi']): UfficioAppuntamenti => ({
  codice,
  nome: codice,
  tipo: 'Anagrafe',
  indirizzo: 'Via Roma 1',
  orari: '',
  telefono: '',
  email: '',
  motivi,
  limite_modifica_ore: 24,
});
const REGISTER = ufficio('anagrafe', [motivo('carta', 30, ['SF500']), motivo('certificato', 15)]);
const TAXES = ufficio('tributi', [motivo('tari', 20, ['SF200']), motivo('imu', 20)]);

test('an office is chosen, or the only one, or the only one for the service whose page led there', () => {
  const chosen = (values: Record<string, string>, uffici = [REGISTER, TAXES]) => officeOf(uffici, values)?.codice;
  expect(chosen({})).toBeUndefined();
  expect(chosen({}, [TAXES])).toBe('tributi');
  expect(chosen({ calendario: 'anagrafe' })).toBe('anagrafe');
  expect(chosen({ calendario: 'chiuso' }, [TAXES])).toBeUndefined();
  expect(chosen({ per: 'SF200' })).toBe('tributi');
  // Where several receive for it, people choose; so they do where none does.
  expect(chosen({ per: 'SF200' }, [TAXES, { ...TAXES, codice: 'altro' }])).toBeUndefined();
  expect(chosen({ per: 'SF999' })).toBeUndefined();
});

test('a reason is asked before the times only where it decides how long they are, and nothing tells it', () => {
  expect(reasonOf(REGISTER, {})).toBeUndefined();
  expect(reasonOf(REGISTER, { per: 'SF500' })).toBe('carta');
  expect(reasonOf(REGISTER, { motivo: 'certificato', per: 'SF500' })).toBe('certificato');
  expect(reasonOf(TAXES, {})).toBe('tari');
  expect(knownReason(TAXES, {})).toBeUndefined();
  expect(knownReason(TAXES, { motivo: 'tolto' })).toBeUndefined();
  expect(reasonOf(undefined, {})).toBeUndefined();
});
