import { isDeepStrictEqual } from 'node:util'
import type { Decider } from '../kernel/decider.ts'
import { invalid, missing } from '../kernel/errors.ts'
import type { NetworkId, ProfileId } from '../kernel/ids.ts'
import { methodNames } from '../kernel/payment-methods.ts'
import { fieldIssues, type Methods, type MethodsInput } from './contract.ts'
import type { ProfileContent, ProfileEvent } from './events.ts'
import { methodsFrom } from './methods.ts'

export type ProfileCommand =
  | { type: 'CreateProfile'; profileId: ProfileId; networkId: NetworkId; name: string; methods: MethodsInput }
  | { type: 'ChangeProfile'; profileId: ProfileId; name: string; methods: MethodsInput }
  | { type: 'RevealProfile'; profileId: ProfileId }

export type ProfileState = (Readonly<{ networkId: NetworkId }> & ProfileContent) | null

/** What a payor sends money to. */
export const details = (methods: Methods) => Object.values(methods).map(({ isEnabled: _, ...fields }) => fields)

const decide = (command: ProfileCommand, profile: ProfileState): ProfileEvent[] => {
  const { profileId } = command
  if (command.type === 'RevealProfile') {
    if (!profile) throw missing('Payment profile')
    return [{ type: 'PaymentProfileRevealed', data: { profileId } }]
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
  const { name } = data
  // A profile whose key is gone has no methods any more.
  const methods = data.methods && methodsFrom(data.methods)
  if (type === 'PaymentProfileCreated') return { networkId: data.networkId, name, methods }
  return profile && { ...profile, name, methods }
}

export const profileDecider: Decider<ProfileState, ProfileCommand, ProfileEvent> = { initial: null, decide, evolve }
