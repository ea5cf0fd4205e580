import { isDeepStrictEqual } from 'node:util'
import type { Decider } from '../kernel/decider.ts'
import { invalid, missing } from '../kernel/errors.ts'
import type { NetworkId, ProfileId } from '../kernel/ids.ts'
import { methodNames } from '../kernel/payment-methods.ts'
import { isAccessEnded } from '../kernel/platform-access.ts'
import { type ConnectedAccount, fieldIssues, type Methods, type MethodsInput } from './contract.ts'
import { type ProfileContent, type ProfileEvent, REPEATABLE } from './events.ts'
import { methodsFrom } from './methods.ts'

export type ProfileCommand =
  | { type: 'CreateProfile'; profileId: ProfileId; networkId: NetworkId; name: string; methods: MethodsInput }
  | { type: 'ChangeProfile'; profileId: ProfileId; name: string; methods: MethodsInput }
  | { type: 'RevealProfile'; profileId: ProfileId }
  | { type: 'ConnectAccount'; profileId: ProfileId; accountId: string }
  | ({ type: 'NoteAccount'; profileId: ProfileId } & ConnectedAccount)

export type ProfileState = (Readonly<{ networkId: NetworkId; stripe: ConnectedAccount | null }> & ProfileContent) | null

/** What a payor sends money to. */
export const details = (methods: Methods) => Object.values(methods).map(({ isEnabled: _, ...fields }) => fields)

const decide = (command: ProfileCommand, profile: ProfileState): ProfileEvent[] => {
  const { profileId } = command
  if (command.type === 'RevealProfile') {
    if (!profile) throw missing('Payment profile')
    return [{ type: 'PaymentProfileRevealed', data: { profileId } }]
  }
  if (command.type === 'ConnectAccount') {
    if (!profile) throw missing('Payment profile')
    const { accountId } = command
    const isBound = profile.stripe && (profile.stripe.accountId === accountId || !isAccessEnded(profile.stripe.wanted))
    return isBound ? [] : [{ type: 'StripeAccountConnected', data: { profileId, accountId } }]
  }
  if (command.type === 'NoteAccount') {
    // What was asked of an account that another has taken the place of is no news of this one.
    if (profile?.stripe?.accountId !== command.accountId) return []
    const { chargesEnabled, debitsEnabled, wanted } = command
    const { accountId: _, ...known } = profile.stripe
    const standing = { chargesEnabled, debitsEnabled, wanted: [...wanted].sort() }
    return isDeepStrictEqual(known, standing) ? [] : [{ type: 'StripeAccountChanged', data: { profileId, ...standing } }]
  }
  const { name } = command
  const methods = methodsFrom(command.methods, profile?.methods)
  // A masked value has passed the contract's check, whether one is kept for it or not.
  for (const { path, message } of methodNames.flatMap((method) => fieldIssues(method, methods))) throw invalid(`methods.${path.join('.')}`, message)

  if (command.type === 'CreateProfile')
    return profile ? [] : [{ type: 'PaymentProfileCreated', data: { profileId, networkId: command.networkId, name, methods } }]

  if (!profile) throw missing('Payment profile')
  if (profile.name === name && isDeepStrictEqual(profile.methods, methods)) return []
  return [{ type: 'PaymentProfileChanged', data: { profileId, name, methods } }]
}

const evolve = (profile: ProfileState, { type, data }: ProfileEvent): ProfileState => {
  if (type === 'PaymentProfileRevealed') return profile
  if (type === 'StripeAccountConnected')
    return profile && { ...profile, stripe: { accountId: data.accountId, chargesEnabled: false, debitsEnabled: false, wanted: [] } }
  if (type === 'StripeAccountChanged') {
    const { profileId: _, ...standing } = data
    return profile?.stripe ? { ...profile, stripe: { ...profile.stripe, ...standing } } : profile
  }
  const { name } = data
  // A profile whose key is gone has no methods any more.
  const methods = data.methods && methodsFrom(data.methods)
  if (type === 'PaymentProfileCreated') return { networkId: data.networkId, name, methods, stripe: null }
  return profile && { ...profile, name, methods }
}

export const profileDecider: Decider<ProfileState, ProfileCommand, ProfileEvent> = {
  initial: null,
  decide,
  evolve,
  isRepeatable: ({ type }) => REPEATABLE[type],
}
