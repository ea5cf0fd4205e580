import { type DestinationStream, type Logger, pino } from 'pino'
import { traceIds } from './telemetry/telemetry.ts'

/** JSON lines without personal data: log ids and codes, never names, addresses, bodies or tokens. */
export type Log = Logger

/** Replaces e-mail addresses in a text, since mail servers quote them when they refuse a mail. */
export const withoutAddresses = (text: string): string => text.replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '…@…')

/** Logs an error's message and stack only. Further fields of drivers (rows, values, details) may hold personal data. */
const readable = (error: unknown): unknown => {
  if (!(error instanceof Error)) return withoutAddresses(String(error))
  const { name, message, stack, cause } = error
  const { code } = error as { code?: unknown }
  return {
    type: name,
    ...(code === undefined ? {} : { code: String(code) }),
    message: withoutAddresses(message),
    stack: withoutAddresses(stack ?? ''),
    ...(cause === undefined ? {} : { cause: readable(cause) }),
  }
}

export const openLog = (level: string, destination?: DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      mixin: traceIds,
      serializers: { err: readable },
      redact: { paths: ['req.headers.cookie', 'req.headers.authorization', '*.password', '*.token', '*.email'], censor: '…' },
    },
    destination,
  )
