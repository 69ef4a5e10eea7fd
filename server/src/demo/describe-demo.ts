import { drawBox } from './console-progress.ts'
import { DEMO_PASSWORD, DEMO_USERS } from './demo-users.ts'

interface RunningDemo {
  /** Where people find it. */
  readonly address: string
  readonly mqttUrl: string
  readonly dataFolder: string
  /** Where data would be, but PostgreSQL may not go there. */
  readonly closedFolder: string | undefined
  /** What it listens on. */
  readonly host: string
}

/** What a running demo shows on the terminal. */
export function describeDemo(demo: RunningDemo): string {
  const emailWidth = Math.max(...DEMO_USERS.map(({ email }) => email.length))
  const accounts = DEMO_USERS.map(({ email, role }): [string, string] => [
    role,
    `${email.padEnd(emailWidth)}   ${DEMO_PASSWORD}`,
  ])
  const box = drawBox([
    ['Fieldwatch', demo.address],
    ['', ''],
    ...accounts,
    ['', ''],
    ['MQTT', demo.mqttUrl],
    ['Data', demo.dataFolder],
  ])
  const notes = [
    ...(demo.closedFolder === undefined
      ? []
      : [
          `PostgreSQL does not run as root, and other users may not access ${demo.closedFolder}. That is why the data are in this folder.`,
        ]),
    ...(isLoopback(demo.host)
      ? []
      : [
          `It listens on ${demo.host}: who reaches it can sign in as its admin, because everybody knows these passwords. ` +
            'Leave FIELDWATCH_HOST out unless you trust the network.',
        ]),
    'Ctrl-C stops it. The next start continues where this one ended.',
  ]
  return [box, ...notes].join('\n\n')
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}
