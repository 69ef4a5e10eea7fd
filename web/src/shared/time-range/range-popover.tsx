import { Button, Popover, Skeleton, TextInput } from '@mantine/core'
import { IconCalendar } from '#ui/icons/icons.ts'
import { type FormEvent, Suspense, useState } from 'react'
import classes from './range-popover.module.css'
import { type PickedRange, spanOfPicked } from './picked-range.ts'
import { formatTypedRange, parseTypedRange, typedRangeProblem } from './typed-range.ts'
import { lazyPart } from '#platform/parts/lazy-part.tsx'
import { portalNow } from '#platform/time/portal-clock.ts'
import { t } from './texts.ts'

/** The calendar is large, and loaded on first use. */
const RangeCalendar = lazyPart('calendar', async () => (await import('./range-calendar.tsx')).RangeCalendar)

interface RangePopoverProps {
  /** The label of the field that holds the range. */
  label: string
  /** The text of the button that applies it. */
  action: string
  /** The initial range; another object resets it. */
  initial: PickedRange | undefined
  onApply: (range: PickedRange) => void
}

/** A range of time: typed, chosen in a calendar with times, or by a shortcut; then applied. */
export function RangePopover({ label, action, initial, onApply }: RangePopoverProps) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState(() => (initial === undefined ? '' : textOf(initial)))
  const [picked, setPicked] = useState(initial)
  const [known, setKnown] = useState(initial)
  if (known !== initial) {
    setKnown(initial)
    setPicked(initial)
    setText(initial === undefined ? '' : textOf(initial))
  }
  const span = parseTypedRange(text)

  function type(next: string): void {
    setText(next)
    const typed = parseTypedRange(next)
    setPicked(typed === undefined ? undefined : { kind: 'fixed', ...typed })
  }

  function pick(range: PickedRange): void {
    setText(textOf(range))
    setPicked(range)
  }

  function apply(event: FormEvent): void {
    event.preventDefault()
    if (picked === undefined) return
    setOpen(false)
    onApply(picked)
  }

  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      width="var(--fw-range-width)"
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          aria-label={t('time-range.choose-dates')}
          className={classes['open'] ?? ''}
          leftSection={<IconCalendar stroke={1.5} className={classes['icon'] ?? ''} aria-hidden />}
          onClick={() => setOpen(!open)}
          // Until the focus is in the popover, keys come here.
          onKeyDown={({ key }) => {
            if (key === 'Escape') setOpen(false)
          }}
        >
          <span className={classes['word']}>{t('time-range.choose-dates')}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown'] ?? ''}>
        {/* The form takes the focus: in the field it would open the keyboard of a phone. */}
        <form className={classes['form']} onSubmit={apply} tabIndex={-1} data-autofocus>
          <TextInput
            aria-label={label}
            placeholder={t('time-range.pattern')}
            classNames={{ input: classes['input'] ?? '' }}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => type(event.currentTarget.value)}
            error={typedRangeProblem(text)}
          />
          <Suspense fallback={<Skeleton className={classes['waiting'] ?? ''} />}>
            <RangeCalendar span={span} onPick={pick} />
          </Suspense>
          <Button type="submit" disabled={picked === undefined} className={classes['apply'] ?? ''}>
            {action}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

function textOf(range: PickedRange): string {
  return formatTypedRange(spanOfPicked(range, portalNow()))
}
