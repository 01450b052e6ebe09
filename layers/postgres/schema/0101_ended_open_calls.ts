/** Earlier releases left a call that ended while it was listed as overdue in the list of open calls. */
export const endedOpenCalls: ReadonlyArray<string> = [
  `delete from open_call o using call c where c.org = o.org and c.id = o.call and c.state <> 'reserved'`,
]
