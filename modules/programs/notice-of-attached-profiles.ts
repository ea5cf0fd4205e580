import { replay } from '../kernel/decider.ts'
import type { ProfileId } from '../kernel/ids.ts'
import type { NoticeOf } from '../platform/mail/letter.ts'
import { programDecider } from './decider.ts'

export const noticeOfAttachedProfiles =
  (nameOfProfile: (id: ProfileId) => Promise<string | null>): NoticeOf =>
  async (history, nameOf) => {
    const program = replay(programDecider, programDecider.read(history))
    const attached = history.at(-1)
    if (!program?.profileId || !attached) return null
    const { networkId, terms } = program
    const profile = (await nameOfProfile(program.profileId)) ?? 'a payment profile'
    const by = await nameOf(attached.metadata.actor)
    return {
      networkId,
      subject: `${profile} was attached to ${terms.name}`,
      text: `${by} has attached the payment profile ${profile} to the program ${terms.name}: its payors pay there from now on.`,
      page: { label: 'Look at the program', path: `/assessments/${attached.data.programId}` },
    }
  }
