import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LIMIT_WINDOW_MS, nextCodeAt } from './request-verification.ts'

describe('the limit of codes', () => {
  const table: { title: string; times: number[]; next: number | undefined }[] = [
    { title: 'lets the first code through', times: [], next: undefined },
    { title: 'lets codes through as long as fewer were sent', times: [10, 20], next: undefined },
    {
      title: 'holds the next one back until the first is an hour old',
      times: [10, 20, 30],
      next: 10 + LIMIT_WINDOW_MS,
    },
    { title: 'looks at the last ones when more were sent', times: [5, 10, 20, 30], next: 10 + LIMIT_WINDOW_MS },
  ]
  for (const { title, times, next } of table) {
    it(title, () => assert.equal(nextCodeAt(times, 3), next))
  }
})
