/** Writes the lines of the log, each with its time and level: JSON for programs, sentences for the start and the end. */
import { currentRequest } from './monitoring/request.server.ts';

export type LogLevel = 'info' | 'warn' | 'error' | 'fatal';

/** @returns one line of JSON: no line break, no terminal code. @param facts no personal data */
export function jsonLine(level: LogLevel, message: string, facts: Record<string, unknown> = {}): string {
  const line = { time: new Date().toISOString(), level, message, request_id: currentRequest()?.id, ...facts };
  return JSON.stringify(line).replace(/[\u007f-\u009f\u2028\u2029]/g, '');
}

export function writeLog(level: LogLevel, message: string, facts?: Record<string, unknown>): void {
  streamOf(level)(jsonLine(level, message, facts));
}

/** A sentence for the person who starts and stops the portal. */
export function writeSentence(level: LogLevel, sentence: string): void {
  streamOf(level)(`${new Date().toISOString()} ${level.toUpperCase()} ${sentence}`);
}

const streamOf = (level: LogLevel): ((line: string) => void) =>
  level === 'info' ? console.log : level === 'warn' ? console.warn : console.error;
