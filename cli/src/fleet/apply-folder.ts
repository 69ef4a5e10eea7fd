import { open } from 'node:fs/promises'
import type { CommandOf } from '../arguments.ts'
import { readFolder } from '../files/read-folder.ts'
import type { FileProblem } from '../files/read-yaml.ts'
import type { Portal } from '../portal/portal.ts'
import { ask, note, print, printJson, type Terminal } from '../terminal.ts'
import { UsageError } from '../usage-error.ts'
import { applyPlan, type Outcome } from './apply-plan.ts'
import { describePlan, differencesOf, titleOf } from './describe-plan.ts'
import { describeWanted } from './describe-wanted.ts'
import { createFleet, type Fleet } from './fleet.ts'
import type { NewToken } from './kind.ts'
import { type Plan, planFleet, type Step } from './plan.ts'

/** The exit code of `plan --check` when there is something to change. */
const CHANGES_FOUND = 3

export async function planFolder(terminal: Terminal, portal: Portal, command: CommandOf<'plan'>): Promise<number> {
  const { fleet, plan } = await readPlan(portal, command)
  if (command.json)
    printJson(terminal, { steps: plan.steps.map((step) => toJson(fleet, step)), unchanged: plan.unchanged })
  else print(terminal, describePlan(fleet, plan))
  return command.check && plan.steps.length > 0 ? CHANGES_FOUND : 0
}

export async function applyFolder(terminal: Terminal, portal: Portal, command: CommandOf<'apply'>): Promise<number> {
  const { fleet, plan } = await readPlan(portal, command)
  if (!command.json) print(terminal, describePlan(fleet, plan))
  if (plan.steps.length > 0 && !command.yes && !(await isConfirmed(terminal, portal))) {
    note(terminal, 'Nothing was changed.')
    return 1
  }
  const tokens: NewToken[] = []
  const outcomes = await applyPlan(fleet, plan.steps, {
    signal: terminal.signal,
    onToken: (token) => tokens.push(token),
    onOutcome: ({ step, problem }) => {
      if (problem !== undefined && !command.json) note(terminal, `${titleOf(fleet, step)}: ${problem}`)
    },
  })
  await keepTokens(terminal, command, tokens)
  const failed = outcomes.filter(({ problem }) => problem !== undefined)
  if (command.json) {
    const made = outcomes.map(({ step, problem }) => ({
      ...toJson(fleet, step),
      ...(problem === undefined ? {} : { problem }),
    }))
    printJson(terminal, { steps: made, unchanged: plan.unchanged, failed: failed.length })
  } else print(terminal, describeOutcomes(outcomes, plan))
  return failed.length > 0 || outcomes.length < plan.steps.length ? 1 : 0
}

/** @throws UsageError that names the problems of the files */
async function readPlan(
  portal: Portal,
  { folder, prune }: Pick<CommandOf<'plan'>, 'folder' | 'prune'>,
): Promise<{ fleet: Fleet; plan: Plan }> {
  const { documents, problems } = await readFolder(folder)
  if (problems.length > 0) throw new UsageError(describeProblems(problems))
  const fleet = await createFleet(portal)
  const plan = await planFleet(fleet, describeWanted(fleet, documents), { prune })
  if (plan.problems.length > 0) throw new UsageError(describeProblems(plan.problems))
  return { fleet, plan }
}

function describeProblems(problems: readonly FileProblem[]): string {
  return problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`).join('\n')
}

async function isConfirmed(terminal: Terminal, { url }: Portal): Promise<boolean> {
  if (!terminal.isInteractive) throw new UsageError('Add --yes: there is no terminal on which to ask.')
  return /^y(es)?$/i.test((await ask(terminal, `Apply this to ${url}? [y/N] `)).trim())
}

function describeOutcomes(outcomes: readonly Outcome[], { steps, unchanged }: Plan): string {
  const done = (action: Step['action']): number =>
    outcomes.filter(({ step, problem }) => step.action === action && problem === undefined).length
  const failed = outcomes.filter(({ problem }) => problem !== undefined).length
  const skipped = steps.length - outcomes.length
  const counts = [
    `${done('add')} added`,
    `${done('change')} changed`,
    `${done('remove')} removed`,
    `${unchanged} unchanged`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(skipped === 0 ? [] : [`${skipped} not tried`]),
  ]
  return `${counts.join(', ')}.`
}

function toJson(fleet: Fleet, step: Step) {
  const { kind, name, key, entity } = 'present' in step ? step.present : step.wanted
  return {
    action: step.action,
    kind,
    name,
    ...(kind === 'event table' ? { dataID: key.slice(0, key.indexOf('/')) } : {}),
    ...(entity === undefined || kind === 'unit' ? {} : { entity: fleet.nameEntity(entity) }),
    differences: differencesOf(step),
  }
}

/** Tokens are shown once: they go into the file that was asked for, and nowhere else. */
async function keepTokens(
  terminal: Terminal,
  { tokens: path }: Pick<CommandOf<'apply'>, 'tokens'>,
  tokens: readonly NewToken[],
): Promise<void> {
  if (tokens.length === 0) return
  if (path === undefined) {
    note(
      terminal,
      `The tokens of ${tokens.length} new units were not kept: give each a token when you set it up, or use --tokens.`,
    )
    return
  }
  await using file = await open(path, 'a', 0o600)
  await file.writeFile(tokens.map((token) => `${JSON.stringify(token)}\n`).join(''))
  note(terminal, `The tokens of ${tokens.length} new units are in ${path}.`)
}
