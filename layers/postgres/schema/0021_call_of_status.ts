/** The settlements and states that few calls have, as a condition over a row of `call`. */
const rare = (row: string) => `(${row}.state in ('released', 'refunded') or ${row}.settlement in ('unknown', 'failed'))`
const statusOf = (row: string) => `case when ${row}.state in ('released', 'refunded') then ${row}.state else ${row}.settlement end`

/**
 * Finds the calls of a rare status without a walk over all calls of an organisation. A partial index on `call` would do the
 * same, but then every capture would write to all indexes of the table: an update is in-page only if no index names its columns.
 */
export const callOfStatusTables: ReadonlyArray<string> = [
  `create table call_of_status (
     org uuid not null, status text not null check (status in ('released', 'refunded', 'unknown', 'failed')), call uuid not null,
     primary key (org, status, call))`,
  `create function keep_call_of_status() returns trigger language plpgsql as $$
   begin
     if tg_op = 'UPDATE' and ${rare("old")} then
       delete from call_of_status where org = old.org and status = ${statusOf("old")} and call = old.id;
     end if;
     if ${rare("new")} then
       insert into call_of_status (org, status, call) values (new.org, ${statusOf("new")}, new.id) on conflict do nothing;
     end if;
     return null;
   end $$`,
  `create trigger call_of_status_inserted after insert on call for each row
     when ${rare("new")} execute function keep_call_of_status()`,
  `create trigger call_of_status_updated after update of state, settlement on call for each row
     when ((old.state, old.settlement) is distinct from (new.state, new.settlement) and (${rare("old")} or ${rare("new")}))
     execute function keep_call_of_status()`,
  `insert into call_of_status (org, status, call) select c.org, ${statusOf("c")}, c.id from call c where ${rare("c")}`,
]
