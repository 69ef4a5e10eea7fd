import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished, succeed } from './portal-process.ts'

const UNIT = `[Unit]
After=multi-user.target
SuccessAction=poweroff-force
FailureAction=poweroff-force

[Service]
Type=oneshot
ExecStart=/drill.sh
StandardOutput=file:/drill.log
StandardError=file:/drill.log
Environment=HOME=/root

[Install]
WantedBy=graphical.target
`

/** What has to be there for a machine with systemd of its own; a reason when it is not. */
export async function missingForMachines(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'needs root'
  for (const [program, source] of [
    ['debootstrap', 'debootstrap'],
    ['systemd-nspawn', 'systemd-container'],
    ['dpkg-deb', 'dpkg'],
  ]) {
    const { code } = await finished('sh', ['-c', `command -v ${program}`])
    if (code !== 0) return `needs ${program} (${source})`
  }
  return undefined
}

/** Boots a Debian that has nothing but itself, runs a drill as its root, and resolves to what that printed. */
export async function drill(files: Readonly<Record<string, string>>): Promise<string> {
  const base = await mkdtemp(join(tmpdir(), 'fieldwatch-root-'))
  const root = join(base, 'root')
  try {
    await succeed('debootstrap', ['--variant=minbase', '--include=systemd-sysv,dbus', 'bookworm', root])
    for (const [name, from] of Object.entries(files)) await copyFile(from, join(root, name))
    await writeFile(join(root, 'etc/systemd/system/drill.service'), UNIT)
    const wanted = join(root, 'etc/systemd/system/graphical.target.wants')
    await mkdir(wanted, { recursive: true })
    await symlink('../drill.service', join(wanted, 'drill.service'))
    const machine = ['--quiet', '--keep-unit', '--register=no', '--private-network', `--directory=${root}`, '--boot']
    await finished('systemd-nspawn', machine)
    return await readFile(join(root, 'drill.log'), 'utf8')
  } finally {
    await rm(base, { recursive: true, force: true })
  }
}
