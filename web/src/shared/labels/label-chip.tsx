import type { Label } from '@fieldwatch/contract/units/labels'
import classes from './label-chip.module.css'

type Shown = Pick<Label, 'name' | 'colour'>

/** A label as a coloured chip; its name distinguishes it from others without its colour. */
export function LabelChip({ label: { name, colour } }: { label: Shown }) {
  return (
    <span
      className={classes['chip']}
      title={name}
      style={{ background: `var(--fw-label-${colour})`, color: `var(--fw-label-${colour}-text)` }}
    >
      {name}
    </span>
  )
}

interface LabelChipsProps {
  labels: readonly (Shown & Pick<Label, 'labelID'>)[]
  /** The most that are shown in one line, where there is room for no more; left out: all, in as many lines as it takes. */
  most?: number
}

/** The labels of a unit; nothing where it has none. */
export function LabelChips({ labels, most = Infinity }: LabelChipsProps) {
  if (labels.length === 0) return undefined
  const rest = labels.slice(most)
  return (
    <span className={classes['row']} data-wrap={most === Infinity} data-labels>
      {labels.slice(0, most).map((label) => (
        <LabelChip key={label.labelID} label={label} />
      ))}
      {rest.length === 0 ? undefined : (
        <span className={classes['more']} title={rest.map(({ name }) => name).join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  )
}
