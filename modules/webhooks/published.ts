import type { OutgoingCall } from '../platform/http/openapi.ts'
import { bodyOf, type HappeningType, happenings, happeningTypes } from './contract.ts'
import { signedHeaders } from './signature.ts'

const headers = Object.keys(signedHeaders([], '', 0, ''))

const callOf = (type: HappeningType): OutgoingCall => ({
  name: type,
  summary: happenings[type].means,
  description:
    'Signed as Standard Webhooks specifies. Answer with any 2xx status within ten seconds; anything else is tried again for about three days.',
  headers,
  body: bodyOf(type, happenings[type].data),
})

/** What is sent to webhooks, for the document of the API. */
export const publishedHappenings = (): readonly OutgoingCall[] => happeningTypes.map(callOf)
