import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDemo } from './describe-demo.ts'

const demo = {
  address: 'http://localhost:8080',
  mqttUrl: 'mqtt://127.0.0.1:1883',
  dataFolder: '/srv/fieldwatch/data/demo',
  closedFolder: undefined,
  host: '127.0.0.1',
}

test('A demo on this machine shows its address, who can sign in and where its data are, without warnings', () => {
  const text = describeDemo(demo)
  for (const part of [
    'http://localhost:8080',
    'admin@northwind.example',
    'fieldwatch-demo',
    '/srv/fieldwatch/data/demo',
  ])
    assert.ok(text.includes(part), part)
  assert.doesNotMatch(text, /listens|root/)
})

for (const host of ['0.0.0.0', '::', '192.0.2.7', 'portal.example']) {
  test(`A demo that listens on ${host} warns that everybody knows its passwords`, () => {
    assert.match(describeDemo({ ...demo, host }), /listens on .* everybody knows these passwords/)
  })
}

for (const host of ['127.0.0.1', '127.0.1.1', '::1', 'localhost']) {
  test(`A demo that listens on ${host} does not warn of the network`, () => {
    assert.doesNotMatch(describeDemo({ ...demo, host }), /listens/)
  })
}

test('A demo whose data are not in the usual folder explains why', () => {
  const text = describeDemo({
    ...demo,
    dataFolder: '/var/lib/fieldwatch/root/fieldwatch/data/demo',
    closedFolder: '/root/fieldwatch/data/demo',
  })
  assert.match(text, /other users may not access \/root\/fieldwatch\/data\/demo\. That is why/)
})
