import classes from './alarm-sign.module.css'

/** The sign of a triggered alert, its own mark beside the colour of activity. Words say the same beside it. */
export function AlarmSign() {
  return (
    <svg viewBox="0 0 16 16" className={classes['sign']} aria-hidden="true" focusable="false" data-alarm>
      <path d="M8 1.2 15.2 14.5H0.8Z" className={classes['triangle']} />
      <path d="M7.2 5.5h1.6l-.3 4.6h-1Z M7.2 11.2h1.6v1.6h-1.6Z" className={classes['stroke']} />
    </svg>
  )
}
