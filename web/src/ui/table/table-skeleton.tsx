import { Skeleton } from '@mantine/core'
import { DEFAULT_PAGE_SIZE } from './table-paging.ts'

interface TableSkeletonProps {
  /** How many cells a row has. */
  columns: number
}

/** The rows while they are on their way for the first time. */
export function TableSkeleton({ columns }: TableSkeletonProps) {
  return Array.from({ length: DEFAULT_PAGE_SIZE / 2 }, (_row, row) => (
    <tr key={row} aria-hidden="true">
      {Array.from({ length: columns }, (_cell, cell) => (
        <td key={cell}>
          <Skeleton height="0.75em" />
        </td>
      ))}
    </tr>
  ))
}
