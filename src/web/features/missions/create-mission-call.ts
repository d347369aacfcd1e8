import { useQueryClient } from '@tanstack/react-query';
import { createMission } from '#contract/missions.ts';
import type { Parsed } from '#platform/contract/endpoint.ts';
import { call } from '#platform/web/lib/api/api.ts';
import { markStale } from '#web/data/stale.ts';

export function useCreateMission() {
  const client = useQueryClient();
  return async (body: Parsed<typeof createMission, 'body'>): Promise<string> => {
    const { id } = await call(createMission, { body });
    void markStale(client, 'dashboard');
    // The previous round's celebration links to the new mission.
    if (body.previous_id) void markStale(client, 'mission', { mission_id: body.previous_id });
    return id;
  };
}
