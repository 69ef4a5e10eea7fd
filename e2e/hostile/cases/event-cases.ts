import { setEventTag } from '@fieldwatch/contract/events/events'
import { askJson } from '../ask.ts'
import type { Expected, HostileCase } from '../hostile-case.ts'

/** Which occurrences are tagged, as text, because some of it is no object of JavaScript. */
const TAGGED: Readonly<Record<string, readonly [Expected, string]>> = {
  'all of them': ['taken', '"all":{}'],
  'all, as a list': ['refused', '"all":[]'],
  'all, as a list of 10,000 empty texts': ['refused', `"all":[${'"",'.repeat(9_999)}""]`],
  'all of the prototype of all objects': ['refused', '"all":{"__proto__":{"admin":true}}'],
  'all of a filter that is none': ['refused', '"all":{"dataID":"other-unit"}'],
  'all, and one by its start': ['refused', '"all":{},"eventStartUTC":"2026-01-01T00:00:00Z"'],
  'neither all nor one': ['refused', '"all":null'],
  'all of a range that ends before it starts': ['judged', '"all":{"startDate":"2026-02-01","endDate":"2025-02-01"}'],
  'all of a range of no times': ['refused', '"all":{"startDate":"soon","endDate":"-1"}'],
  'all of a range up to the year 10000': ['judged', '"all":{"endDate":"9999-12-31T23:59:59-12:00"}'],
  'all of a text of wildcards': ['refused', `"all":{"text":"${'%_'.repeat(50)}"}`],
  'all of a text of backslashes': ['refused', `"all":{"text":"${'\\\\'.repeat(100)}"}`],
  'all of a text of 100,000 characters': ['refused', `"all":{"text":"${'x'.repeat(100_000)}"}`],
  'all of a tag with a NUL': ['refused', '"all":{"tag":"a\\u0000"}'],
  'all of a tag with half a surrogate pair': ['refused', '"all":{"tag":"\\ud800"}'],
  'all that last less than nothing': ['refused', '"all":{"maxDuration":-1}'],
  'all that last longer than for ever': ['refused', '"all":{"minDuration":1e999}'],
  'all that last longer than at most': ['refused', '"all":{"minDuration":1000000,"maxDuration":1}'],
  'all that last an object': ['refused', '"all":{"minDuration":{"valueOf":1}}'],
}

/** Tags for occurrences that no one can mean. */
export function eventCases(): HostileCase[] {
  return Object.entries(TAGGED).map(([what, [expected, tagged]]) => ({
    kind: 'event tags',
    name: what,
    expected,
    endpoint: setEventTag,
    send: (target) =>
      askJson(target, {
        method: setEventTag.method,
        path: setEventTag.path,
        body: `{"dataID":"${target.dataID}","name":"${target.eventTable}","tag":"x",${tagged}}`,
      }),
  }))
}
