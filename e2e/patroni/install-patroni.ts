import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'

const PACKAGES = ['patroni', 'etcd-server', 'haproxy', 'postgresql-15']
const PROGRAMS = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy', '/usr/lib/postgresql/15/bin/postgres']
/** Asked by Debian's packages before they start a service. */
const POLICY = '/usr/sbin/policy-rc.d'

/**
 * Installs Patroni, etcd, HAProxy and PostgreSQL from Debian where they are missing, without starting their services.
 * @throws Error when that is not possible
 */
export function installPatroni(): void {
  if (PROGRAMS.every((program) => existsSync(program))) return
  const isOurs = !existsSync(POLICY)
  if (isOurs) {
    writeFileSync(POLICY, '#!/bin/sh\nexit 101\n')
    chmodSync(POLICY, 0o755)
  }
  try {
    run(['update', '-qq'])
    run(['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES])
  } finally {
    if (isOurs) rmSync(POLICY)
  }
}

function run(words: readonly string[]): void {
  const { status } = spawnSync('apt-get', words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) throw new Error(`apt-get ${words[0]} failed. Install ${PACKAGES.join(', ')} as root, on Debian 12.`)
}
