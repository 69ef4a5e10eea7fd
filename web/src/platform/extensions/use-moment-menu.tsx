import { type ReactNode, Suspense, useState } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import type { MomentEntry, UnitMoment } from './slots.ts'
import { momentEntries } from './web-extension.ts'

export interface MomentMenu {
  readonly entries: (moment: () => UnitMoment) => readonly OfferedEntry[]
  /** What an entry opened. */
  readonly dialog: ReactNode
}

interface OfferedEntry extends Pick<MomentEntry, 'labelOf'> {
  readonly label: string
  readonly onSelect: () => void
}

/** What extensions offer in the menus of moments of units. */
export function useMomentMenu(): MomentMenu {
  const me = useMe()
  const [opened, setOpened] = useState<{ readonly entry: MomentEntry; readonly moment: UnitMoment }>()
  return {
    entries: (momentOf) =>
      momentEntries(me).map((entry) => ({
        label: entry.label(),
        labelOf: entry.labelOf,
        onSelect: () => setOpened({ entry, moment: momentOf() }),
      })),
    dialog:
      opened === undefined ? undefined : (
        <Suspense>
          <opened.entry.Dialog moment={opened.moment} onClose={() => setOpened(undefined)} />
        </Suspense>
      ),
  }
}
