/**
 * Ended calls by the hour, counted in the transaction that ends them: what is counted is as durable as the money. A row
 * belongs to one lane of one process, which has one batch in flight, so that no batch waits for another one's count.
 */
export const trafficTables: ReadonlyArray<string> = [
  `drop table traffic`,
  `create table traffic (
     hour timestamptz not null, writer uuid not null, lane int not null, bucket int not null,
     calls bigint not null, delivered bigint not null, paid_calls bigint not null,
     primary key (hour, writer, lane, bucket)) with (fillfactor = 50)`,
  `create function traffic_add(writer uuid, lane int, hour timestamptz, bucket int[], calls int[], delivered int[], paid int[])
     returns void language plpgsql volatile set enable_seqscan = off as $$
   begin
     if bucket is null then return; end if;
     insert into traffic as t (hour, writer, lane, bucket, calls, delivered, paid_calls)
       select traffic_add.hour, traffic_add.writer, traffic_add.lane, x.b, x.c, x.d, x.p
         from unnest(traffic_add.bucket, traffic_add.calls, traffic_add.delivered, traffic_add.paid) as x (b, c, d, p) order by x.b
       on conflict on constraint traffic_pkey do update set calls = t.calls + excluded.calls, delivered = t.delivered + excluded.delivered,
         paid_calls = t.paid_calls + excluded.paid_calls;
   end $$`,
]
