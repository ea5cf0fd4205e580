import { expect, test } from 'vitest'
import { isAdminPath } from './admin-paths.ts'

test.each([
  '/',
  '/login',
  '/assessments',
  '/assessments/new',
  '/assessments/1/edit',
  '/payors/bills/1',
  '/payors/bills/1/print',
  '/settings',
  '/settings/people',
])('%s is a page of the admin', (path) => expect(isAdminPath(path)).toBe(true))

test.each([
  '/no-such-page',
  '/logins',
  '/reminders',
  '/reminders/abc',
  '/assessments/1/no-such-page',
  '/payors/1',
  '/members/1/2',
  '/stripe',
  '/pay/1',
])('%s is not a page of the admin', (path) => expect(isAdminPath(path)).toBe(false))
