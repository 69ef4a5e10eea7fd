import type { SharedRange } from '@fieldwatch/contract/shares/shares'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { useReplay } from '#shared/moment/replay-context.ts'
import { useUnit } from '#shared/units/unit-context.ts'
import { IconShare } from '#ui/icons/icons.ts'
import { t } from './texts.ts'

const ShareDialog = lazyPart('share', async () => (await import('./share-dialog.tsx')).ShareDialog)

type ShareButtonProps =
  | { readonly kind: 'overview' }
  | {
      readonly kind: 'chart'
      readonly chart: string
      /** What the chart shows when the button is pressed. */
      readonly range: () => SharedRange
      readonly className?: string
    }

/** Shares what is shown of the unit by a link. For admins. */
export function ShareButton(props: ShareButtonProps) {
  const { role } = useMe()
  const { unit } = useUnit()
  const isPast = useReplay() !== undefined
  const [range, setRange] = useState<SharedRange | 'none'>()
  // A link shows what is now, and not a moment that is replayed.
  if (role !== 'admin' || isPast) return undefined
  const dialog =
    range === undefined ? undefined : (
      <Suspense>
        <ShareDialog
          dataId={unit.dataID}
          unitName={unit.friendlyName}
          part={props.kind === 'chart' && range !== 'none' ? { chart: props.chart, range } : undefined}
          onClose={() => setRange(undefined)}
        />
      </Suspense>
    )
  if (props.kind === 'overview') {
    return (
      <>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconShare size="1rem" stroke={1.5} aria-hidden="true" />}
          onClick={() => setRange('none')}
        >
          {t('shares.share')}
        </Button>
        {dialog}
      </>
    )
  }
  const label = t('shares.share.name', { name: props.chart })
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={props.className ?? ''}
          aria-label={label}
          onClick={() => setRange(props.range())}
        >
          <IconShare stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      {dialog}
    </>
  )
}
