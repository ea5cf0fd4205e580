import { expect, test } from 'vitest'
import { outcomeOf } from './use-upload.ts'

const done = { state: 'done', rows: 10, done: 10, secondsLeft: null, membersUploaded: 7, billsGenerated: 7, rejected: 3 } as const

test('an upload that resumes after a reload has the number of accepted rows', () => {
  expect(outcomeOf(done)).toMatchObject({
    success: true,
    membersUploaded: 7,
    ofRows: 10,
    warnings: [expect.stringMatching(/^3 rows were rejected\./)],
  })
  expect(outcomeOf({ ...done, membersUploaded: 9, rejected: 1 }).warnings).toEqual([expect.stringMatching(/^1 row was rejected\./)])
  expect(outcomeOf({ ...done, membersUploaded: 10, rejected: 0 }).warnings).toEqual([])
})
