import { expect, type Page } from '@playwright/test'
import type { Catalogue } from '@fieldwatch/messages/testing/read-catalogue'
import { ACTION_TEXTS } from './server-texts.ts'

/** What lies over a screen. */
const LAYERS = '[role=dialog]:visible, [role=alertdialog]:visible, [role=menu]:visible'

/** A button that is not there is known before the test is over. */
const PATIENCE = { timeout: 60_000 }

/** The ids of the texts of a button and, if it opens a menu or a bar, of what opens a dialog there. */
type Opener = readonly [button: string, entry?: string]

export type Size = 'phone' | 'laptop'

const ROW = 'table.actions.row'

/** What opens dialogs, menus and panels, by screen; each kind once. Of several buttons the first is pressed, of several menus the last. */
const OPENERS: Readonly<Record<string, readonly Opener[]>> = {
  fleet: [['fleet.import.units'], ['unit-setup.add'], ['fleet.view']],
  unit: [['overview.add-widget'], ['widgets.edit'], ['shares.share'], ['widgets.own.versions']],
  'unit-replay': [['time-range.choose-dates']],
  'time-series': [
    ['time-range.choose-dates'],
    ['widgets.add-chart'],
    ['widgets.edit'],
    ['widgets.delete'],
    ['reports-by-mail.send-name'],
    ['shares.share.name'],
    ['notes.add.open'],
  ],
  events: [
    ['events.add'],
    ['events.alert'],
    ['events.edit'],
    ['events.delete'],
    ['events.filter.label'],
    ['events.columns.customize'],
    ['shares.share.name'],
    [ROW],
    [ROW, 'notes.title'],
  ],
  management: [['management.unit.update'], ['maintenance.set.open']],
  'management-alerts': [
    ['alerts.create-alert'],
    [ROW],
    [ROW, 'alerts.snooze'],
    [ROW, 'alerts.edit'],
    [ROW, 'alerts.delete'],
  ],
  'management-requests': [['requests.show-id']],
  'management-data': [[ROW], [ROW, 'management.source.delete'], ['record-imports.title']],
  'management-administration': [
    ['management.labels.change'],
    ['management.token.new'],
    ['management.data-id.change'],
    ['management.delete'],
    ['activity-actions.create-shared-link'],
  ],
  'sim-cards': [['sim-cards.import'], ['sim-cards.add'], [ROW, 'sim-cards.edit'], [ROW, 'sim-cards.remove']],
  places: [['places.export'], ['places.actions'], ['places.actions', 'places.delete']],
  'settings-profile': [
    ['profile.password.change'],
    ['second-factor.app.set-up'],
    ['second-factor.passkeys.add'],
    ['tokens.revoke.one'],
    ['profile.activity.show'],
  ],
  'settings-my-company': [['second-factor.required.start.of'], ['people.users.add'], [ROW], [ROW, 'people.edit']],
  'settings-entities': [['people.entities.add']],
  'settings-templates': [
    ['templates.import'],
    ['templates.add'],
    [ROW],
    [ROW, 'templates.versions'],
    [ROW, 'templates.copy'],
    [ROW, 'templates.rename'],
    [ROW, 'lorawan.codec'],
  ],
  'settings-reports': [
    ['reports-by-mail.edit'],
    ['reports-by-mail.log'],
    ['reports-by-mail.leave'],
    ['reports-by-mail.remove'],
  ],
  'settings-shares': [['shares.withdraw.one']],
  'settings-webhooks': [['webhooks.add'], ['webhooks.edit'], ['webhooks.off'], ['webhooks.secret.new']],
  'settings-mappings': [['mappings.add'], ['mappings.edit'], ['mappings.remove']],
  'settings-network-servers': [['lorawan.server.add'], ['lorawan.server.edit'], ['lorawan.server.off']],
  'settings-tokens': [['tokens.add']],
  'settings-activity': [['activity-actions.create-report-schedule']],
}

/** What only has its place at one size. */
const OPENERS_BY_SIZE: Readonly<Record<Size, typeof OPENERS>> = {
  phone: { fleet: [['shell.menu.open']], 'time-series': [['time-series.tools', 'calculations.title']] },
  laptop: { 'time-series': [['calculations.title']] },
}

export function openersOf(screen: string, size: Size): readonly Opener[] {
  return [...(OPENERS[screen] ?? []), ...(OPENERS_BY_SIZE[size][screen] ?? [])]
}

/** Opens what the buttons of a screen lead to, looks at it, and closes it. */
export async function walkLayers(
  page: Page,
  { openers, catalogue }: { openers: readonly Opener[]; catalogue: Catalogue },
  look: (name: string) => Promise<void>,
): Promise<void> {
  const layers = page.locator(LAYERS)
  for (const [button, entry] of openers) {
    const buttons = page.getByRole('button', { name: ACTION_TEXTS.get(button) ?? catalogue.pattern(button) })
    await (entry === undefined ? buttons.first() : buttons.last()).click(PATIENCE)
    if (entry !== undefined) {
      const name = catalogue.pattern(entry)
      await page.getByRole('menuitem', { name }).or(page.getByRole('button', { name })).last().click(PATIENCE)
    }
    await expect(layers.last(), `${button} opens a layer`).toBeVisible()
    await look(entry ?? button)
    // A layer takes Escape once it has the focus.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(layers).toHaveCount(0, { timeout: 1_000 })
    }).toPass()
  }
}
