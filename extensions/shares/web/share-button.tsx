import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { ShownThing, Slots } from '@fieldwatch/web/platform/extensions/slots.ts'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { IconShare } from '@fieldwatch/web/ui/icons/icons.ts'
import { MOST_SHARED_UNITS } from '../contract/shares.ts'
import { t } from './texts.ts'

const ShareDialog = lazyPart('share', async () => (await import('./share-dialog.tsx')).ShareDialog)

/** Shares what is shown by a link. For admins. */
export function ShareButton({ thing, name, size, className, units = 1 }: Slots['screen.share']) {
  const { role } = useMe()
  const [shared, share] = useState<ShownThing>()
  if (role !== 'admin' || units > MOST_SHARED_UNITS) return undefined
  const dialog =
    shared === undefined ? undefined : (
      <Suspense>
        <ShareDialog thing={shared} onClose={() => share(undefined)} />
      </Suspense>
    )
  if (name === undefined) {
    return (
      <>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconShare size="1rem" stroke={1.5} aria-hidden="true" />}
          onClick={() => share(thing())}
        >
          {t('shares.share')}
        </Button>
        {dialog}
      </>
    )
  }
  const label = t('shares.share.name', { name })
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          {...(size === undefined ? {} : { size })}
          className={className ?? ''}
          aria-label={label}
          onClick={() => share(thing())}
        >
          <IconShare stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      {dialog}
    </>
  )
}
