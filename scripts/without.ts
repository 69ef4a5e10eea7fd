import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// node scripts/without.ts
//
// Shows that the core works without each extension and those that build on it, and without all of them: takes folders and their lines in
// the two lists out of a copy. Each: types and lint. All together: also the tests of contract, texts and server, a build, and three journeys.

const ROOT = join(import.meta.dirname, '..')
const LISTS = ['server/src/extensions.ts', 'web/src/extensions.ts']
const JOURNEYS = ['journeys/sign-in.spec.ts', 'journeys/units.spec.ts', 'journeys/alerts.spec.ts']

const CHECKS = [
  ['npm', 'run', '--silent', 'types'],
  ['npm', 'run', '--silent', 'lint'],
]
const TESTS = [
  ['npm', 'run', '--silent', 'build'],
  ['node', 'scripts/grouped-tests.ts', 'contract/**/*.test.ts', 'messages/**/*.test.ts', 'server/**/*.test.ts'],
  ['npm', 'test', '--silent', '--workspace', 'e2e', '--', '--project=journeys', ...JOURNEYS],
]

const extensions = readdirSync(join(ROOT, 'extensions'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const MOST_OUTPUT = 8000

let failed = 0
for (const name of extensions) judge(`without ${name}`, withDependents(name), CHECKS)
judge('without any extension', extensions, [...CHECKS, ...TESTS])
process.exitCode = failed === 0 ? 0 : 1

/** An extension, and those that build on it. */
function withDependents(name: string): readonly string[] {
  const isBuiltOn = (other: string): boolean => `@fieldwatch/${name}` in packageOf(other).dependencies
  return [name, ...extensions.filter(isBuiltOn).flatMap(withDependents)]
}

function packageOf(name: string): { readonly dependencies: object } {
  return JSON.parse(readFileSync(join(ROOT, 'extensions', name, 'package.json'), 'utf8')) as { dependencies: object }
}

function judge(what: string, names: readonly string[], commands: readonly (readonly string[])[]): void {
  const copy = mkdtempSync(join(tmpdir(), 'fieldwatch-without-'))
  try {
    // Tests run commands as a user without rights.
    chmodSync(copy, 0o755)
    copyWithout(copy, names)
    for (const [program = '', ...parameters] of commands) {
      const { status, stdout } = spawnSync(program, parameters, {
        cwd: copy,
        encoding: 'utf8',
        maxBuffer: 1e9,
        env: { ...process.env, PW_DISABLE_TS_ESM: '1' },
      })
      const command = [program, ...parameters].join(' ')
      console.log(`${status === 0 ? '✔' : '✖'} ${what}: ${command}`)
      if (status === 0) continue
      failed += 1
      console.log(stdout.slice(-MOST_OUTPUT))
    }
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** Copies what git knows, with links to the installed packages. */
function copyWithout(copy: string, names: readonly string[]): void {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e8 }).split('\0')
  const isLeft = (file: string): boolean => names.some((name) => file.startsWith(`extensions/${name}/`))
  for (const file of files) {
    if (file !== '' && !isLeft(file) && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(copy, file))
  }
  for (const list of LISTS) {
    const lines = readFileSync(join(copy, list), 'utf8').split('\n')
    const kept = lines.filter((line) => !names.some((name) => line.includes(`'@fieldwatch/${name}/`)))
    writeFileSync(join(copy, list), kept.join('\n'))
  }
  for (const modules of globSync('{.,*}/node_modules', { cwd: ROOT })) linkModules(modules, copy)
}

function linkModules(modules: string, copy: string): void {
  mkdirSync(join(copy, modules), { recursive: true })
  for (const name of readdirSync(join(ROOT, modules))) {
    if (name !== '@fieldwatch') symlinkSync(join(ROOT, modules, name), join(copy, modules, name))
    // Our own are those of the copy.
    else cpSync(join(ROOT, modules, name), join(copy, modules, name), { recursive: true, verbatimSymlinks: true })
  }
}
