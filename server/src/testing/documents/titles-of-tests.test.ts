import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { titlesOfTests } from './titles-of-tests.ts'

const SOURCE = `
describe('a pump', () => {
  it('runs', () => {
    expect(screen.getByText('Pump 1', { exact: true })).toBeDefined()
  })
  test("stops at a person's request", async () => undefined)
  it('says \\'stop\\'', () => undefined)
  it(\`takes \${['water', 'oil'].map((one) => \`\${one}\`).join()} in\`, () => undefined)
  it.each([
    ['full', 1],
    ['empty', 0],
  ] as const)('is %s', (_word, level) => undefined)
  test.beforeAll(async ({ portal }) => undefined)
})
`

describe('the titles of tests', () => {
  it('are those of tests alone, tables of cases included', () => {
    assert.deepEqual(
      titlesOfTests(SOURCE).filter((title) => !title.includes('takes')),
      ['runs', "stops at a person's request", "says 'stop'", 'is %s'],
    )
  })

  it('have a sign in place of what is put in', () => {
    assert.deepEqual(titlesOfTests('it(`takes ${water({ warm: true })} in ${place}`, () => undefined)'), [
      'takes … in …',
    ])
  })
})
