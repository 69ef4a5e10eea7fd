import type { ListView } from '@fieldwatch/contract/units/list-view'
import { ActionIcon, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { IconAdjustments } from '#ui/icons/icons.ts'
import type { ListedUnit } from '../listed-unit.ts'
import classes from './list-view.module.css'
import { t } from '../texts.ts'

const ListViewForm = lazyPart('list-view', async () => (await import('./list-view-form.tsx')).ListViewForm)

interface ListViewButtonProps {
  view: ListView
  /** What the list shows. */
  units: readonly ListedUnit[]
  onChange: (view: ListView) => void
}

/** Opens what the list is sorted by, and whether it is a table with which columns. */
export function ListViewButton(props: ListViewButtonProps) {
  const [opened, { close, toggle }] = useDisclosure(false)
  return (
    <Popover
      opened={opened}
      onChange={close}
      position="bottom-start"
      width="20rem"
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      hideDetached={false}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={t('fleet.view')}
          title={t('fleet.view')}
          onClick={toggle}
        >
          <IconAdjustments size="1rem" aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown
        aria-label={t('fleet.view')}
        className={classes['dropdown'] ?? ''}
        data-layout={props.view.layout}
      >
        {/* Takes the focus while the form is on its way. */}
        <div tabIndex={-1} data-autofocus className={classes['focus']}>
          <Suspense fallback={undefined}>
            <ListViewForm {...props} />
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
