import type { OutgoingCall } from '../platform/http/openapi.ts'
import { bodyOf, type HappeningType, happeningData } from './contract.ts'
import { signedHeaders } from './signature.ts'
import { happenings, happeningTypes } from './values.ts'

const headers = Object.keys(signedHeaders([], '', 0, ''))

const callOf = (type: HappeningType): OutgoingCall => ({
  name: type,
  summary: happenings[type],
  description:
    'Signed as Standard Webhooks specifies. Answer with any 2xx status within ten seconds; anything else is tried again for about three days.',
  headers,
  body: bodyOf(type, happeningData[type]),
})

/** What is sent to webhooks, for the document of the API. */
export const publishedHappenings = (): readonly OutgoingCall[] => happeningTypes.map(callOf)
