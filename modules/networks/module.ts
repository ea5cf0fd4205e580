import type { Response } from 'express'
import type { NetworkId } from '../kernel/ids.ts'
import { signedLinks } from '../platform/http/signed-links.ts'
import { addJobs } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import type { Process } from '../platform/process.ts'
import { type ApiKeyDependencies, apiKeyRoutes } from './api-key-routes.ts'
import { forgetInvitations, forgetTasks } from './forget-invitations.ts'
import { networkHistory, networkHistoryRoutes } from './history.ts'
import { keySecrets } from './key-secrets.ts'
import { type KeyVisitorDependencies, keyVisitors } from './key-visitors.ts'
import { mailAdminsAboutAdminsAndProfiles, type NoticeDependencies, noticeTasks } from './mail-admins-about-admins-and-profiles.ts'
import { mailNewPeople, type NewPeopleDependencies, newPeopleTasks } from './mail-new-people.ts'
import { noticeOfNetwork } from './notice-of-admins.ts'
import { type PeopleDependencies, peopleRoutes } from './people-routes.ts'
import { type NetworksDependencies, networkRoutes } from './routes.ts'
import { type SecondFactorDependencies, secondFactorRoutes } from './second-factor-routes.ts'
import { webhookRoutes, webhookTurnOff } from './webhook-routes.ts'

/** Networks created per user (R19). */
const NETWORKS = { name: 'networks', max: 10, seconds: 86_400 } as const
/** Invitations per network (R19). */
const INVITATIONS = { name: 'invitations', max: 50, seconds: 86_400 } as const

/** Changes of a network's settings per day. Only the network's own Admins make them (R122). */
const CHANGES = { name: 'network changes', max: 200, seconds: 86_400 } as const

export type NetworksNeeds = Platform &
  Pick<NetworksDependencies, 'makeCurrent'> &
  Pick<PeopleDependencies, 'confirmedAccountOf' | 'userOf'> &
  Pick<SecondFactorDependencies, 'accountById' | 'grantsOf' | 'isOperator' | 'factorStateOf' | 'resetFactors'> &
  Pick<NewPeopleDependencies, 'accountById' | 'mailNamesOf'> &
  Pick<NoticeDependencies, 'accountsOf' | 'adminsOf'> &
  Pick<ApiKeyDependencies, 'accountsChanged'> &
  Pick<KeyVisitorDependencies, 'accountsAt' | 'apiKeysByHash'> &
  Readonly<{ noticeOf: Omit<NoticeDependencies['noticeOf'], 'network'> }>

export const networkProcesses: readonly Process[] = [mailNewPeople, mailAdminsAboutAdminsAndProfiles, forgetInvitations]

export const openNetworks = (needs: NetworksNeeds) => {
  const { pool, keys, personal, take, historian, noticeOf } = needs
  const tokens = signedLinks(keys, 'invitation', ['networkId', 'invitationId'])
  const secrets = keySecrets(pool)
  const takeChange = (networkId: NetworkId, res: Response) => take(CHANGES, networkId, res)
  return {
    routes: [
      ...networkRoutes({ ...needs, takeNetwork: (userId, res) => take(NETWORKS, userId, res), takeChange }),
      ...peopleRoutes({ ...needs, tokens, takeInvitation: (networkId: NetworkId, res) => take(INVITATIONS, networkId, res) }),
      ...secondFactorRoutes(needs),
      ...apiKeyRoutes({ ...needs, secrets }),
      ...webhookRoutes(needs),
      ...networkHistoryRoutes(personal, historian),
    ],
    /** The sender of a request with an API key; null for any other request. */
    keyVisitorOf: keyVisitors({ ...needs, secrets }),
    turnWebhookOff: webhookTurnOff(needs),
    histories: { network: networkHistory(personal, historian) },
    tasks: {
      ...newPeopleTasks({ ...needs, tokens }),
      ...forgetTasks(personal),
      ...noticeTasks({ ...needs, addJobs: (jobs) => addJobs(pool, jobs), noticeOf: { ...noticeOf, network: noticeOfNetwork(personal) } }),
    },
  }
}
