/** The audit log of the operators. An action has a line before it is done and one after it. */
export const operatingTables: ReadonlyArray<string> = [
  `create table operator_log (
     id bigint generated always as identity primary key,
     entry uuid not null, phase text not null check (phase in ('began', 'done', 'refused')),
     at timestamptz not null default farthing_now(),
     operator text not null, host text not null, action text not null,
     org uuid, subject text not null, reason text not null check (reason <> ''),
     state json, message text,
     unique (entry, phase))`,
  `create index operator_log_of_org on operator_log (org, id) where phase = 'began'`,
  `create function operator_log_is_append_only() returns trigger language plpgsql as
     $$ begin raise exception 'the log of the operators is never changed or deleted'; end $$`,
  `create trigger operator_log_append_only before update or delete or truncate on operator_log
     for each statement execute function operator_log_is_append_only()`,

  /* 'suspended' is what a rail decides, 'frozen' what an operator decides: the rail does not end it. */
  `alter table account drop constraint account_status_check`,
  `alter table account add constraint account_status_check check (status in ('active', 'suspended', 'frozen'))`,

  /* Rails that pay for no call until an operator resumes them. Every node follows the revision of the catalogue. */
  `create table rail_pause (rail text primary key, since timestamptz not null default farthing_now())`,
  `create trigger rail_pause_changed after insert or update or delete on rail_pause for each statement execute function catalogue_changed()`,
]
