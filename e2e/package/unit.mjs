// add | send | count: what drill.sh asks of a portal at its standard address, whose first administrator has PASSWORD.

import { readFileSync, writeFileSync } from 'node:fs'

const API = 'http://127.0.0.1:8080/api/v1'
const TOKEN_FILE = '/unit-token'

async function ask(path, body, token) {
  const response = await fetch(`${API}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const reply = await response.json()
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(reply)}`)
  return reply
}

async function signIn() {
  const { details } = await ask('/auth/sign-in', { email: 'you@example.org', password: process.env.PASSWORD })
  return { token: details.idToken, entity: details.user.entity }
}

const COMMANDS = {
  add: async () => {
    const { token, entity } = await signIn()
    const { details } = await ask('/devices', { dataID: 'tank-01', friendlyName: 'Tank', entities: [entity] }, token)
    writeFileSync(TOKEN_FILE, details.token)
  },
  send: () => ask('/ingest/tank-01/level', { level: 71.4 }, readFileSync(TOKEN_FILE, 'utf8')),
  count: async () => {
    const { token } = await signIn()
    const reply = await ask('/data/', { dataID: 'tank-01', subject: 'level' }, token)
    process.stdout.write(`${reply.body.details.data.length}\n`)
  },
}

await COMMANDS[process.argv[2]]()
