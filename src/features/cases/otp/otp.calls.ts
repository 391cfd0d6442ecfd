/** What the browser needs to know of the calls in otp.contract.ts. Generated: `npm run check -- documents --write`. */
import type { CallsOf } from '../../../platform/contract.ts';
import type { otpOperations } from './otp.contract.ts';

export const otpCalls: CallsOf<typeof otpOperations> = {
  codiceEmail: { method: 'POST', path: '/api/v1/generic/segnalazione/otp', bot: 'spent' },
};
