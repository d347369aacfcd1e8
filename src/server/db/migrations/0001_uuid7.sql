-- Ids are UUIDv7 (they sort by time). PostgreSQL has its own from 18 on; the product runs on 15 and newer.
-- A random v4 gets the milliseconds as its first 48 bits, and two more bits of the version nibble (4 to 7).
CREATE FUNCTION uuid7(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        PLACING substring(int8send((extract(epoch FROM at) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;
