import { Outlet } from '@tanstack/react-router'

export function UnitPage() {
  return <Outlet />
}
