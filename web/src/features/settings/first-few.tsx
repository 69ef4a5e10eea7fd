import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'

/** So many that a list does not push what follows out of sight. */
const FEW = 5

interface FirstFewProps<Item> {
  items: readonly Item[]
  /** The button that shows all of them, so many. */
  more: (count: number) => string
  /** The button that shows the first few again. */
  fewer: string
  children: (shown: readonly Item[]) => ReactNode
}

/** The first few of many, and a button that shows all of them. */
export function FirstFew<Item>({ items, more, fewer, children }: FirstFewProps<Item>) {
  const [all, setAll] = useState(false)
  // The button takes as much room as one of them.
  const isLong = items.length > FEW + 1
  return (
    <>
      {children(isLong && !all ? items.slice(0, FEW) : items)}
      {isLong ? (
        <Button variant="subtle" size="compact-md" mt="xs" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? fewer : more(items.length)}
        </Button>
      ) : undefined}
    </>
  )
}
