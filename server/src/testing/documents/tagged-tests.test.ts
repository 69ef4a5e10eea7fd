import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { taggedTests } from './tagged-tests.ts'

const SOURCE = `
describe('a pump', () => {
  // spec 1-4-07, 1-4-09
  // spec 2-1-01
  it('runs', () => {
    expect(screen.getByText('Pump 1', { exact: true })).toBeDefined()
  })
  test("stops at a person's request", async () => undefined)
  it('says \\'stop\\'', () => undefined)
  it(\`takes \${['water', 'oil'].map((one) => \`\${one}\`).join()} in\`, () => undefined)
  // spec 1-4-08
  it.each([
    ['full', 1],
    ['empty', 0],
  ] as const)('is %s', (_word, level) => undefined)
  test.beforeAll(async ({ portal }) => undefined)
})
`

describe('the tests of a file', () => {
  it('are read with their titles, tables of cases included', () => {
    assert.deepEqual(
      taggedTests(SOURCE)
        .map(({ title }) => title)
        .filter((title) => !title.includes('takes')),
      ['runs', "stops at a person's request", "says 'stop'", 'is %s'],
    )
  })

  it('have a sign in place of what is put in', () => {
    const [test] = taggedTests('it(`takes ${water({ warm: true })} in ${place}`, () => undefined)')

    assert.equal(test?.title, 'takes … in …')
  })

  it('have the tags above them', () => {
    assert.deepEqual(
      taggedTests(SOURCE)
        .filter(({ statements }) => statements.length > 0)
        .map(({ title, statements }) => [title, ...statements]),
      [
        ['runs', '1-4-07', '1-4-09', '2-1-01'],
        ['is %s', '1-4-08'],
      ],
    )
  })
})
