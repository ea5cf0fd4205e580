import type { Request } from 'express'
import type pg from 'pg'
import { z } from 'zod'
import { instantOf } from '../kernel/dates.ts'
import { missing, refused } from '../kernel/errors.ts'
import { classIn, type DeadJob, deadJobs, discardDead, jobNamed, retryDead } from '../platform/dead-jobs.ts'
import { IdParams, idOf, operators, type Route, route } from '../platform/http/route.ts'
import type { Visitor } from '../platform/http/visitor.ts'
import type { TaskPayloads } from '../platform/jobs.ts'
import type { SecurityLog } from '../platform/security-log.ts'
import { PageQuery, paged } from '../shared/api.ts'
import { attentionOf } from './attention.ts'
import * as contract from './contract.ts'
import type { HealthCheck, State } from './health-check.ts'

/** Jobs of refunds and of forgetting people must succeed, so they cannot be discarded (R126). */
const OWED: readonly (keyof TaskPayloads)[] = ['refund-payment', 'forget-member', 'forget-invitation', 'erase-forgotten', 'forget-customers']
const isOwed = (task: string): boolean => (OWED as readonly string[]).includes(task)

const shownState = (state: State): contract.InstallationHealth => {
  const { projections, jobs, mail, deliveries, storage, backup, processes } = state
  const instant = (date: Date) => instantOf(date.getTime())
  return {
    at: instantOf(Date.now()),
    attention: attentionOf(state),
    projections: projections.map(({ name, behind, secondsBehind, holder, stopped, unreadable }) => ({
      ...{ name, behind, secondsBehind, holder, stopped },
      // The stream is left out: it may be a bill's, whose id opens the pay page.
      unreadable: unreadable && { type: unreadable.type, problem: unreadable.problem, since: instant(unreadable.since) },
    })),
    ...{ jobs, deliveries },
    storage: { ...storage, disks: [...storage.disks] },
    mail: { ...mail, lastSentAt: mail.lastSentAt && instant(mail.lastSentAt) },
    backup: backup && { madeAt: instant(backup.madeAt), bytes: backup.bytes, ofEarlierKey: backup.ofEarlierKey },
    processes: processes.map(({ role, release, pid, host, since }) => ({ role, release, name: `${pid}@${host}`, since: since && instant(since) })),
  }
}

const shownJob = ({ id, task, attempts, addedAt, triedAt, error }: DeadJob): contract.DeadJob => ({
  ...{ id, task, attempts },
  addedAt: instantOf(addedAt.getTime()),
  triedAt: instantOf(triedAt.getTime()),
  error: error === null ? null : classIn(error),
  canDiscard: !isOwed(task),
})

const JobId = z.string().regex(/^[1-9]\d{0,17}$/)

export type OperationsDependencies = Readonly<{ pool: pg.Pool; healthCheck: HealthCheck; security: Pick<SecurityLog, 'note'> }>

/** Health of the installation, and repairs of the queue, for operators. */
export const operationsRoutes = ({ pool, healthCheck, security }: OperationsDependencies): Route[] => {
  const noted = (req: Request, visitor: Visitor, of: string): void => security.note('operation', req, { user: visitor.user?.id ?? null, of })
  const deadJob = async (named: string): Promise<Readonly<{ id: string; task: string; dead: boolean }>> => {
    const id = idOf(JobId, named, 'Job')
    const job = await jobNamed(pool, id)
    if (!job) throw missing('Job')
    return { id, ...job }
  }
  return [
    route({
      method: 'get',
      path: '/api/operations',
      summary: 'How the installation is, and what needs attention',
      access: operators('view', 'installation'),
      answer: contract.InstallationAnswer,
      handle: async () => ({ data: shownState(await healthCheck.everything(healthCheck.readiness())) }),
    }),
    route({
      method: 'get',
      path: '/api/operations/dead-jobs',
      summary: 'Jobs that have failed for good, the last tried first',
      access: operators('view', 'job'),
      query: PageQuery,
      answer: contract.DeadJobs,
      handle: async ({ query }) => {
        const { jobs, total } = await deadJobs(pool, { limit: query.pageSize, offset: (query.page - 1) * query.pageSize })
        return paged(query, jobs.map(shownJob), total)
      },
    }),
    route({
      method: 'post',
      path: '/api/operations/dead-jobs/retry',
      summary: 'Lets every job that has failed for good begin anew',
      access: operators('retry', 'job'),
      fresh: true,
      answer: contract.JobsRetried,
      handle: async ({ req, visitor }) => {
        const retried = await retryDead(pool, null)
        noted(req, visitor, `${retried} jobs`)
        return { data: { retried } }
      },
    }),
    route({
      method: 'post',
      path: '/api/operations/dead-jobs/:id/retry',
      about: null,
      summary: 'Lets a job that has failed for good begin anew',
      access: operators('retry', 'job'),
      fresh: true,
      params: IdParams,
      answer: contract.JobsRetried,
      handle: async ({ params, req, visitor }) => {
        const { id, task } = await deadJob(params.id)
        const retried = await retryDead(pool, id)
        if (retried > 0) noted(req, visitor, `${task} ${id}`)
        return { data: { retried } }
      },
    }),
    route({
      method: 'delete',
      path: '/api/operations/dead-jobs/:id',
      about: null,
      summary: 'Discards a job that has failed for good: what it was to do is never done',
      access: operators('discard', 'job'),
      fresh: true,
      params: IdParams,
      status: 204,
      refusals: ['not-dead', 'owed'],
      handle: async ({ params, req, visitor }) => {
        const { id, task, dead } = await deadJob(params.id)
        if (!dead) throw refused('not-dead', 'This job is being tried again. It can be discarded once it has failed for good.')
        if (isOwed(task)) throw refused('owed', 'This job cannot be discarded, because it moves money or erases a payor. Try it again instead.')
        if (!(await discardDead(pool, id))) throw missing('Job')
        noted(req, visitor, `${task} ${id}`)
        return null
      },
    }),
  ]
}
