import { type Logger, pino } from 'pino'

/** JSON lines without personal data: log ids and codes, never names, addresses, bodies or tokens. */
export type Log = Logger

export const openLog = (level: string): Log =>
  pino({ level, base: null, redact: { paths: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token', '*.email'], censor: '…' } })
