import { ActionIcon, Popover, Skeleton, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import classes from './date-range-picker.module.css'
import { type PickedRange, spanOfPicked } from './picked-range.ts'
import { formatTypedRange, parseTypedRange, TYPED_RANGE_PATTERN } from './typed-range.ts'

/** The calendar is heavy; it comes when somebody opens it. */
const RangeCalendar = lazy(async () => ({ default: (await import('./range-calendar.tsx')).RangeCalendar }))

interface DateRangePickerProps {
  label: string
  /** Where it begins; the picker keeps what is typed. Give it another `key` to begin anew. */
  initial: PickedRange | undefined
  /** Undefined while what stands there is no range. */
  onChange: (range: PickedRange | undefined) => void
}

/** A range of time: typed, chosen in a calendar with times, or by a shortcut. */
export function DateRangePicker({ label, initial, onChange }: DateRangePickerProps) {
  const [text, setText] = useState(() => (initial === undefined ? '' : textOf(initial)))
  const [open, setOpen] = useState(false)
  const span = parseTypedRange(text)
  const wrong = text.trim() !== '' && span === undefined

  function type(next: string): void {
    setText(next)
    const typed = parseTypedRange(next)
    onChange(typed === undefined ? undefined : { kind: 'fixed', ...typed })
  }

  function pick(range: PickedRange): void {
    setText(textOf(range))
    onChange(range)
  }

  return (
    <TextInput
      aria-label={label}
      placeholder={TYPED_RANGE_PATTERN}
      className={classes['picker'] ?? ''}
      classNames={{ input: classes['input'] ?? '' }}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      error={wrong && `Use ${TYPED_RANGE_PATTERN}, with the start before the end.`}
      rightSection={
        <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md">
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Choose dates"
              className={classes['open'] ?? ''}
              onClick={() => setOpen(!open)}
            >
              <IconCalendar stroke={1.5} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={label} className={classes['dropdown'] ?? ''}>
            <Suspense fallback={<Skeleton className={classes['waiting'] ?? ''} />}>
              <RangeCalendar span={span} onPick={pick} onDone={() => setOpen(false)} />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}

function textOf(range: PickedRange): string {
  return formatTypedRange(spanOfPicked(range, Date.now()))
}
