import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import { createEvent, setEventTag } from '@fieldwatch/contract/events/events'
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

/** Conditions on trips that no one can mean. */
const TRIPS: Readonly<Record<string, string>> = {
  'of a negative distance': 'location trips (least -1 m)',
  'of a distance beyond all numbers': 'location trips (least 1e999 m)',
  'after no time': 'location trips (stop 0 min)',
  'of 100 options': `location trips (${'stop 5 min,'.repeat(25)})`,
  'of an open parenthesis': 'location trips (least 200 m',
  'of the ignition of the prototype of all objects': 'location trips (ignition __proto__.constructor)',
  'with a NUL': 'location trips (speed a\u0000 km/h)',
  'of no source': ' stops',
}

/** Times of the day that are none. */
const SCHEDULES: Readonly<Record<string, string>> = {
  'of another kind': '{"kind":"never","days":[1]}',
  'without days': '{"kind":"by","days":[],"at":"07:00"}',
  'of 10,000 days': `{"kind":"by","days":[${'1,'.repeat(9_999)}1],"at":"07:00"}`,
  'of a day beyond the week': '{"kind":"by","days":[1e300],"at":"07:00"}',
  'of half a day': '{"kind":"by","days":[1.5],"at":"07:00"}',
  'at 25:61': '{"kind":"by","days":[1],"at":"25:61"}',
  'of the prototype of all objects': '{"kind":"during","days":[1],"from":"00:00","to":"01:00","__proto__":{}}',
  'as a list': '[]',
}

/** Tags for occurrences, trips and times that no one can mean. */
export function eventCases(): HostileCase[] {
  return [...tagCases(), ...tripCases(), ...scheduleCases()]
}

function tripCases(): HostileCase[] {
  return Object.entries(TRIPS).map(([what, comparison]) => ({
    kind: 'trips',
    name: what,
    expected: 'refused',
    endpoint: createEvent,
    send: (target) =>
      askJson(target, {
        method: createEvent.method,
        path: createEvent.path,
        body: `{"dataID":"${target.dataID}","name":"hostile","startDate":"2026-01-01","comparison":"${comparison}"}`,
      }),
  }))
}

function scheduleCases(): HostileCase[] {
  return Object.entries(SCHEDULES).map(([what, schedule]) => ({
    kind: 'times of alerts',
    name: what,
    expected: 'refused',
    endpoint: createAlert,
    send: (target) =>
      askJson(target, {
        method: createAlert.method,
        path: createAlert.path,
        body: `{"name":"x","type":"event","event":"${target.eventTable}","devices":["${target.dataID}"],"schedule":${schedule}}`,
      }),
  }))
}

function tagCases(): HostileCase[] {
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
