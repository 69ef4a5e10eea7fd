import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { Suspense, useState } from 'react'
import { lazyPart } from '@fieldwatch/web/platform/parts/lazy-part.tsx'
import { useMe } from '@fieldwatch/web/platform/session/me-queries.ts'
import { IconShare } from '@fieldwatch/web/ui/icons/icons.ts'
import type { SharedThing } from './share-form.ts'
import { t } from './texts.ts'

const ShareDialog = lazyPart('share', async () => (await import('./share-dialog.tsx')).ShareDialog)

interface ShareButtonProps {
  /** What is shown when the button is pressed. */
  thing: () => SharedThing
  /** The name of the thing, where the screen shows several: the button is an icon. */
  name?: string
  size?: string
  className?: string | undefined
}

/** Shares what is shown by a link. For admins. */
export function ShareButton({ thing, name, size, className }: ShareButtonProps) {
  const { role } = useMe()
  const [shared, share] = useState<SharedThing>()
  if (role !== 'admin') return undefined
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
